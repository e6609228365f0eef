import type { Socket } from 'node:net';

/** Octets over all sockets of a transport, and the sockets still open. */
export interface Traffic {
  /** Counts a socket from now on, until it closes. */
  watch(socket: Socket): void;
  /** Octets so far. */
  bytes(): { readonly written: number; readonly read: number };
  /** Closes all open connections. */
  destroyAll(): void;
}

/** A counter that knows which sockets are open. */
export function createTraffic(): Traffic {
  const open = new Set<Socket>();
  const closed = { written: 0, read: 0 };
  return {
    watch: (socket) => {
      if (socket.destroyed) return;
      open.add(socket);
      socket.once('close', () => {
        open.delete(socket);
        closed.written += socket.bytesWritten;
        closed.read += socket.bytesRead;
      });
    },
    bytes: () => {
      const sum = { ...closed };
      for (const socket of open) {
        sum.written += socket.bytesWritten;
        sum.read += socket.bytesRead;
      }
      return sum;
    },
    destroyAll: () => {
      for (const socket of open) socket.destroy();
    },
  };
}

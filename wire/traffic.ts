import type { Socket } from 'node:net';

/** Octets over all sockets of a transport, and the sockets still open. */
export class Traffic {
  readonly #open = new Set<Socket>();
  readonly #closed = { written: 0, read: 0 };

  /** Counts a socket from now on, until it closes. */
  watch(socket: Socket): void {
    if (socket.destroyed) return;
    this.#open.add(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      add(this.#closed, socket);
    });
  }

  bytes(): { readonly written: number; readonly read: number } {
    const sum = { ...this.#closed };
    for (const socket of this.#open) add(sum, socket);
    return sum;
  }

  destroyAll(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

function add(sum: { written: number; read: number }, { bytesWritten, bytesRead }: Socket): void {
  sum.written += bytesWritten;
  sum.read += bytesRead;
}

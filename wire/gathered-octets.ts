/** Shorter pieces are joined: an object per octet of a body would take a hundred times its room. */
const worthKeeping = 2 * 1024;
const blockSize = 32 * 1024;

/** Octets that come in pieces; the memory depends on their number, not on the size of the pieces. */
export class GatheredOctets {
  readonly #blocks: Uint8Array[] = [];
  #open: Buffer | undefined;
  #filled = 0;

  push(piece: Uint8Array): void {
    if (piece.length >= worthKeeping) {
      this.#close();
      this.#blocks.push(piece);
      return;
    }
    if (this.#open === undefined || this.#filled + piece.length > blockSize) {
      this.#close();
      this.#open = Buffer.allocUnsafe(blockSize);
    }
    this.#open.set(piece, this.#filled);
    this.#filled += piece.length;
  }

  whole(): Uint8Array {
    this.#close();
    return Buffer.concat(this.#blocks);
  }

  #close(): void {
    if (this.#open !== undefined) this.#blocks.push(this.#open.subarray(0, this.#filled));
    this.#open = undefined;
    this.#filled = 0;
  }
}

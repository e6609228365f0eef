/** Thrown by a handler to refuse a request; `handle` makes the policy's error response of it. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

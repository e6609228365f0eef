/** A handler's way to end a request with a refusal; `handle` turns it into the policy's error response. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

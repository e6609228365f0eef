/** Why a run cannot go on; `configuration` where the operator's input is at fault. */
export class Aborted extends Error {
  readonly cause_: 'unreachable' | 'configuration';

  constructor(cause: 'unreachable' | 'configuration', message: string) {
    super(message);
    this.name = 'Aborted';
    this.cause_ = cause;
  }
}

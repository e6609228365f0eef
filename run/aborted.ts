/** Why a run cannot go on; `configuration` if the input of the operator is the reason. */
export class Aborted extends Error {
  readonly why: 'unreachable' | 'configuration';

  constructor(cause: 'unreachable' | 'configuration', message: string) {
    super(message);
    this.name = 'Aborted';
    this.why = cause;
  }
}

/** A module of the suite, and how to let go of what it was loaded by. */
export interface Loaded<M> {
  readonly module: M;
  readonly close: () => Promise<void>;
}

export function loadModule<M>(name: string): Promise<Loaded<M>>;
export function loadSource<M>(name: string): Promise<Loaded<M>>;

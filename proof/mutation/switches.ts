/** Numbers of mutants, by the module. */
export type Met = Readonly<Record<string, readonly number[]>>;

/** The switches of one module. */
interface Switches {
  /** Whether the mutant of this number is active. */
  readonly act: (index: string) => boolean;
  /** Records that these mutants were reached. */
  readonly cov: (...indices: readonly string[]) => void;
  /** Returns the value; also records which of these mutants were reached and would have given another value. */
  readonly obs: <T>(
    indices: readonly string[],
    others: Readonly<Record<string, () => unknown>>,
    value: T,
  ) => T;
}

/** The active mutant, by module and number, and the mutants that were reached since the last question. */
export class MutantSwitches {
  #active: { readonly module: string; readonly index: string } | undefined;
  #met: Map<string, Set<number>> | undefined;

  /** Gives these switches to all modules that are imported from now on. */
  install(): void {
    Object.assign(globalThis, { mutantsOf: (module: string) => this.#of(module) });
  }

  /** @param mutant - `clause/verdict.ts#12` */
  activate(mutant: string | undefined): void {
    const [module = '', index = ''] = mutant?.split('#') ?? [];
    this.#active = mutant === undefined ? undefined : { module, index };
  }

  /** Begins to record reached mutants. */
  watch(): void {
    this.#met = new Map();
  }

  /** Ends the recording; returns the mutants reached since {@link watch}. */
  met(): Met {
    const met = [...(this.#met ?? [])].map(([module, indices]) => [module, [...indices]] as const);
    this.#met = undefined;
    return Object.fromEntries(met);
  }

  #of(module: string): Switches {
    return {
      act: (index) => this.#active?.index === index && this.#active.module === module,
      cov: (...indices) => {
        this.#meet(module, indices, () => true);
      },
      obs: (indices, others, value) => {
        this.#meet(module, indices, (index) => isOther(others[index], value));
        return value;
      },
    };
  }

  #meet(module: string, indices: readonly string[], isMet: (index: string) => boolean): void {
    if (this.#met === undefined) return;
    const here = this.#met.get(module) ?? new Set();
    for (const index of indices) if (!here.has(Number(index)) && isMet(index)) here.add(Number(index));
    if (here.size > 0) this.#met.set(module, here);
  }
}

/** Whether a mutant would have given another value; an unknown value counts as different. */
function isOther(mutated: (() => unknown) | undefined, value: unknown): boolean {
  if (mutated === undefined) return true;
  try {
    return !Object.is(mutated(), value);
  } catch {
    return true;
  }
}

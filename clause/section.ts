import { optionalSections } from '../contract/traits.ts';
import type { RowName } from '../contract/rows.ts';
import { defined } from './defined.ts';
import type {
  Clause,
  ClauseId,
  ClauseSection,
  ClauseText,
  Declaration,
  Evidence,
  Part,
  Placing,
} from './clause.ts';
import type { Level } from './judgement.ts';
import type { Blocks } from './verdict.ts';

/** A clause as a suite states it; omitted members take the usual value. */
export interface Statement<S> extends ClauseText, Partial<Placing> {
  readonly sends: string;
  readonly blocks?: Blocks;
  readonly field?: string;
  readonly minimum?: number;
  readonly limits?: readonly string[];
  readonly check: (on: S) => Promise<void>;
  /** Reports the conclusion from a whole history; sends nothing. */
  readonly says?: (on: S) => void;
}

/** A clause without a check of its own: evidence from generated cases decides it. */
type LeftToEvidence<S> = Omit<Statement<S>, 'check'> & { readonly check?: undefined };

/** A recommendation: it need not state its requests. */
type Recommendation<S> = Omit<Statement<S> | LeftToEvidence<S>, 'sends'> & Pick<ClauseText, 'sends'>;

/** An open point as a suite states it: no answer can violate it, so it describes no violation. */
export interface OpenStatement<S>
  extends Partial<Placing>, Pick<Statement<S>, 'statement' | 'rationale' | 'limits' | 'check' | 'says'> {
  readonly sends?: string;
  readonly declares?: readonly Declaration[];
  /** The point needs requests of its own: see `Clause`. */
  readonly isAskedDeep?: true;
}

type Rows = readonly RowName[];

/** The verbs in which suites are written: the clause, the rows of the contract, and the statement. */
export interface Say<S, P extends Part> {
  readonly must: (id: `${P}/${string}`, rows: Rows, statement: Statement<S> | LeftToEvidence<S>) => void;
  readonly should: (id: `${P}/${string}`, rows: Rows, statement: Recommendation<S>) => void;
  readonly open: (id: `${P}/${string}`, rows: Rows, statement: OpenStatement<S>) => void;
}

/** A section's title, and the usual phase and limits of its checks. */
export interface SectionHead extends Partial<Placing> {
  readonly title: string;
  readonly limits?: readonly string[];
}

/** States the clauses of one part of the contract, in the document's order; checks run in `lanes` unless said otherwise. */
export function stateSection<S, P extends Part>(
  part: P,
  head: string | SectionHead,
  body: (say: Say<S, P>) => void,
): ClauseSection<S> {
  const { title, limits, ...usual } = typeof head === 'string' ? { title: head } : head;
  const clauses: Clause<S>[] = [];
  const state = (
    level: Exclude<Level, 'DECLARED'>,
    id: ClauseId,
    rows: Rows,
    statement: Partial<Omit<Statement<S>, 'check'>> &
      Omit<OpenStatement<S>, 'check'> & { readonly check?: ((on: S) => Promise<void>) | undefined },
  ) => {
    const { phase, whereOneResource, company, about, check, ...told } = statement;
    clauses.push({
      id,
      part,
      level,
      rows,
      violation: 'None: the contract leaves it open.',
      blocks: 'always',
      minimum: 1,
      declares: [],
      ...told,
      placing: { phase: 'lanes', ...usual, ...defined({ phase, whereOneResource, company, about }) },
      limits: limitsOf(part, statement.limits ?? limits),
      ...defined({ check }),
    });
  };
  body({
    must: (id, rows, statement) => state('MUST', id, rows, statement),
    should: (id, rows, statement) => state('SHOULD', id, rows, statement),
    open: (id, rows, statement) => state('OPEN', id, rows, statement),
  });
  return { part, title, clauses };
}

/** Numbered sections other than the core can be left out by a stated limit of scope. */
function limitsOf(part: Part, stated: readonly string[] = []): readonly string[] {
  const mayBeLeftOut = optionalSections.some((section) => section === part);
  return mayBeLeftOut && !stated.includes(part) ? [part, ...stated] : stated;
}

/** States generated cases or a further look beside a clause, with the limit of its section. */
export function stateEvidence<S>(
  clause: ClauseId,
  name: string,
  statement: Pick<Evidence<S>, 'draws' | 'check'> &
    Partial<Pick<Evidence<S>, 'phase' | 'limits' | 'minimum'>>,
): Evidence<S> {
  return {
    clause,
    name,
    phase: 'lanes',
    minimum: (reach) => reach,
    ...statement,
    limits: limitsOf(clause.slice(0, clause.indexOf('/')) as Part, statement.limits),
  };
}

import { defined } from '../../clause/defined.ts';
import type { OwnContent } from './proof/own-content.ts';

interface Created extends OwnContent {
  readonly projectKey: string;
  /** ISO 8601, by the run's clock. */
  readonly created: string;
  /** A unique text of its content; absent if it had none. */
  readonly word?: string;
  /** Made by an overwrite (4.8), which may also create. */
  readonly overwrites?: true;
}

/** A resource that the run made, or may have made, and has to delete. */
export interface LedgerEntry extends Created {
  readonly id: string;
}

export interface SentCreate extends Created {
  readonly number: number;
}

/** A create whose result no answer shows: no answer came, or the answer shows no id. */
export interface OpenCreate extends SentCreate {
  /** The outcome of the create: `was answered 502`. */
  readonly what: string;
  readonly ids: readonly string[];
  /** The create was accepted: the changed resource may be new, or may have existed before. */
  readonly accepted?: true;
}

/** The entries of a ledger, in order: plain JSON, so that each entry can be written at once. */
export type LedgerLine =
  | { readonly kind: 'before'; readonly ids: readonly string[] }
  | ({ readonly kind: 'sent' } & SentCreate)
  | ({ readonly kind: 'open' } & Pick<OpenCreate, 'number' | 'what' | 'ids' | 'accepted'>)
  | { readonly kind: 'closed'; readonly number: number }
  | ({ readonly kind: 'made' } & LedgerEntry)
  | {
      readonly kind: 'texts';
      readonly projectKey: string;
      readonly id: string;
      readonly texts: readonly string[];
    }
  | { readonly kind: 'deleted' | 'gone'; readonly projectKey: string; readonly id: string };

/** Writes down an entry before it counts. */
export type Journal = (line: LedgerLine) => void;

/** The most ids of earlier resources that are kept. */
const mostBefore = 5_000;

/** The record of the run's resources: drops a resource only once it is known to be gone. */
export class Ledger {
  readonly #journal: Journal;
  readonly #entries = new Map<string, LedgerEntry>();
  readonly #open = new Map<number, OpenCreate>();
  readonly #before = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #gone = new Set<string>();
  #overwritesCreate = false;
  #struck = 0;
  #noted = 0;
  #number = 0;

  /** @param journal - gets each entry before it counts */
  constructor(journal: Journal = () => undefined) {
    this.#journal = journal;
  }

  /** The ledger whose entries were written down as these lines. Further lines go to the journal. */
  static from(lines: readonly LedgerLine[], journal?: Journal): Ledger {
    const ledger = new Ledger(journal);
    for (const line of lines) ledger.#take(line);
    ledger.#noted = ledger.#before.size;
    return ledger;
  }

  /** Resources that were seen before the first create must not be deleted. */
  noteBefore(ids: readonly string[]): void {
    if (this.#number > 0) return;
    for (const id of ids) if (this.#before.size < mostBefore) this.#before.add(id);
  }

  wasBefore(id: string): boolean {
    return this.#before.has(id);
  }

  /** Enters a create that is about to be sent. */
  begin(create: Omit<SentCreate, 'number'>): number {
    if (this.#noted < this.#before.size) this.#journal({ kind: 'before', ids: [...this.#before] });
    this.#noted = this.#before.size;
    this.#enter({ kind: 'sent', ...create, number: this.#number + 1 });
    return this.#number;
  }

  /** The create made nothing, or its resource is entered by its id. */
  close(number: number): void {
    if (this.#open.has(number)) this.#enter({ kind: 'closed', number });
  }

  /** The create may have made a resource that no answer shows. */
  leaveOpen(number: number, what: string, ids: readonly string[] = []): void {
    this.#enter({ kind: 'open', number, what, ids });
  }

  /** An overwrite was accepted, and its answer shows no resource. */
  leaveAccepted(number: number): void {
    this.#enter({ kind: 'open', number, what: 'was accepted', ids: [], accepted: true });
  }

  /** Enters a created resource; of the open creates, the first that fits is closed. */
  add(entry: LedgerEntry): void {
    const key = keyOf(entry);
    const open = this.open.find(
      ({ ids, projectKey }) => projectKey === entry.projectKey && ids.includes(entry.id),
    );
    const { word, texts, rests } = open ?? {};
    if (!this.#entries.has(key)) this.#enter({ kind: 'made', ...defined({ word, texts, rests }), ...entry });
    if (open !== undefined) this.close(open.number);
  }

  /** Texts without the mark of the run are about to be sent to the resource, by their digests. */
  noteTexts(projectKey: string, id: string, texts: readonly string[]): void {
    const { texts: known = [] } = this.entry(projectKey, id) ?? { texts };
    const added = texts.filter((text) => !known.includes(text));
    if (added.length > 0) this.#enter({ kind: 'texts', projectKey, id, texts: added });
  }

  /** The resource of the create with this text was entered by its id. */
  closeOf(word: string): void {
    const open = this.open.find((create) => create.word === word);
    if (open !== undefined) this.close(open.number);
  }

  /** A delete of the resource was answered 2xx. */
  noteDeleted(projectKey: string, id: string): void {
    if (this.has(projectKey, id)) this.#enter({ kind: 'deleted', projectKey, id });
  }

  wasDeleted(entry: LedgerEntry): boolean {
    return this.#deleted.has(keyOf(entry));
  }

  /** The number of resources of the run that became known as gone since this ledger was opened. */
  get struck(): number {
    return this.#struck;
  }

  /** The resource is known to be gone. */
  strike(projectKey: string, id: string): void {
    if (this.has(projectKey, id) && !this.wasBefore(id)) this.#struck += 1;
    this.#enter({ kind: 'gone', projectKey, id });
  }

  /** Whether it is a resource of the run, present or gone: lists may show it for a while. */
  wasMade(projectKey: string, id: string): boolean {
    return this.has(projectKey, id) || this.#gone.has(keyOf({ projectKey, id }));
  }

  has(projectKey: string, id: string): boolean {
    return this.#entries.has(keyOf({ projectKey, id }));
  }

  entry(projectKey: string, id: string): LedgerEntry | undefined {
    return this.#entries.get(keyOf({ projectKey, id }));
  }

  get entries(): readonly LedgerEntry[] {
    return [...this.#entries.values()];
  }

  /** Some overwrite was answered with a new resource: an overwrite without an answer may have created a resource too. */
  get overwritesCreate(): boolean {
    return this.#overwritesCreate;
  }

  get open(): readonly OpenCreate[] {
    return [...this.#open.values()];
  }

  #enter(line: LedgerLine): void {
    this.#journal(line);
    this.#take(line);
  }

  #take(line: LedgerLine): void {
    if (line.kind === 'before') for (const id of line.ids) this.#before.add(id);
    if (line.kind === 'sent') {
      const { kind: _kind, ...create } = line;
      this.#number = Math.max(this.#number, create.number);
      this.#open.set(create.number, { ...create, what: 'was sent, and its answer was lost', ids: [] });
    }
    if (line.kind === 'open') {
      const sent = this.#open.get(line.number);
      const { what, ids, accepted } = line;
      if (sent !== undefined)
        this.#open.set(line.number, { ...sent, what, ids, ...(accepted === true ? { accepted } : {}) });
      this.#overwritesCreate ||= sent?.overwrites === true && line.ids.length > 0;
    }
    if (line.kind === 'closed') this.#open.delete(line.number);
    if (line.kind === 'made') {
      const { kind: _kind, ...entry } = line;
      this.#entries.set(keyOf(entry), entry);
      this.#overwritesCreate ||= entry.overwrites === true;
    }
    if (line.kind === 'texts') {
      const entry = this.#entries.get(keyOf(line));
      if (entry !== undefined)
        this.#entries.set(keyOf(line), { ...entry, texts: [...(entry.texts ?? []), ...line.texts] });
    }
    if (line.kind === 'deleted') this.#deleted.add(keyOf(line));
    if (line.kind !== 'gone') return;
    this.#entries.delete(keyOf(line));
    this.#gone.add(keyOf(line));
  }
}

function keyOf({ projectKey, id }: { readonly projectKey: string; readonly id: string }): string {
  return `${projectKey}/${id}`;
}

/** Whether the ledger has no entry for which clean-up may still find a resource. */
export function isClean({ entries, open }: Ledger): boolean {
  return entries.length === 0 && open.length === 0;
}

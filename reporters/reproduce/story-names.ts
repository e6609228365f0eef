import { isRead } from '../../contract/reads.ts';
import type { ExchangeEvidence } from '../../clause/sample.ts';
import { createdId, idsIn, isMentioned, keysIn, mentionOf } from './mentioned-ids.ts';
import { isNamespace, isOverwrite } from './operations.ts';
import { placeOf, word } from './shell-text.ts';
import type { StoryStep } from './story-steps.ts';
import { placesIn } from './value-form.ts';

/** Stands for the resource of an overwrite whose answer names no resource. */
const unnamed = '(unnamed)';

/** Where resources have their key, and the project of the run's paths. */
export interface NameScope {
  readonly projectKey: string;
  /** A JSON Pointer. */
  readonly keyPointer: string;
  /** The run has only read, so the script reads alone, and existing resources keep their ids and keys. */
  readonly readsAlone?: boolean;
}

/** Shell variables in place of the ids and keys that the server issued. */
export class StoryNames {
  readonly #steps: readonly StoryStep[];
  readonly #place: NameScope;
  /** Names of variables, by the values in the run. */
  readonly #names = new Map<string, string>();

  constructor(steps: readonly StoryStep[], place: NameScope) {
    this.#steps = steps;
    this.#place = place;
  }

  /** Lines that create the resources that the story does not create, and further resources if needed. */
  make(needsOther: boolean): readonly string[] {
    const ids = new Set(this.#steps.flatMap(({ exchange }) => idsIn(exchange, this.#place.projectKey)));
    const isUnnamed = this.#steps.some(({ exchange }) => isOverwrite(exchange.request));
    if (ids.size === 0 && isUnnamed) ids.add(unnamed);
    const own = inEitherOrder([...ids].flatMap((id) => this.#nameId(id)));
    const { readsAlone = false } = this.#place;
    const keys = new Set(this.#steps.flatMap(({ exchange }) => keysIn(exchange)));
    for (const key of keys) {
      const owner = this.ownerOf(key);
      this.#names.set(key, `k${this.#names.size + 1}`);
      // The key of a resource that the story creates is known once the resource is created.
      if (readsAlone) own.push(`${this.#names.get(key) ?? ''}=${word(key)}`);
      else if (owner === undefined) own.push('own', 'r=$id', ...this.#keyLines(key, 'r'));
      else if (!this.#isMade(owner)) own.push(...this.#keyLines(key, this.#names.get(owner) ?? 'r'));
    }
    if (readsAlone) return own;
    const reads = this.#steps.some(({ exchange }) => isRead(exchange.request) && !isNamespace(exchange));
    return [
      ...(needsOther ? ['own'] : []),
      ...(ids.size + keys.size === 0 && reads ? ['own'] : own),
      ...(needsOther ? ['own'] : []),
    ];
  }

  /** Gives that text a new value in each attempt, so that no earlier resource can have it. */
  renew(text: string): readonly string[] {
    this.#names.set(text, 'mark');
    return ['mark=m${count}x$$x$(date +%s)'];
  }

  /** The shell variable for an id or a key. */
  of(id: string): string | undefined {
    return this.#names.get(id);
  }

  /** The id of the resource of that key. */
  ownerOf(key: string): string | undefined {
    return [...this.#names.keys()].find((id) => key !== id && (key.includes(id) || this.#isKeyOf(key, id)));
  }

  /** Lines that read the keys of a resource that the story has just created. */
  keysOf(variable: string): readonly string[] {
    const keys = [...new Set(this.#steps.flatMap(({ exchange }) => keysIn(exchange)))];
    return keys
      .filter((key) => this.#names.get(this.ownerOf(key) ?? '') === variable)
      .flatMap((key) => this.#keyLines(key, variable));
  }

  /**
   * The shell variable for the resource of a request.
   *
   * @throws ConfigurationError for any other value
   */
  resourceOf({ request, answer }: ExchangeEvidence): string | undefined {
    const named = [...this.#names].find(([id, name]) => name.startsWith('r') && isMentioned(request, id));
    if (named !== undefined) return named[1];
    const id = placesIn(answer?.body ?? '').get('/id');
    const shown = id === undefined ? undefined : this.#names.get(id.slice(1, -1));
    // A refused overwrite is about the resource that another overwrite has reached.
    return (
      shown ??
      (isOverwrite(request) ? [...this.#names.values()].find((name) => name.startsWith('r')) : undefined)
    );
  }

  /** A target, or a JSON text, with shell variables in place of ids and keys. */
  in(text: string): string {
    return [...this.#names].reduce((all, [was, name]) => all.replace(mentionOf(was), placeOf(name)), text);
  }

  #nameId(id: string): readonly string[] {
    const name = `r${this.#names.size + 1}`;
    this.#names.set(id, name);
    if (this.#place.readsAlone === true) return [`${name}=${word(id)}`];
    return this.#isMade(id) ? [] : [`own; ${name}=$id`];
  }

  #isMade(id: string): boolean {
    return this.#steps.some(({ exchange }) => createdId(exchange) === id);
  }

  #keyLines(key: string, owner: string): readonly string[] {
    const name = this.#names.get(key) ?? '';
    return [
      `send read GET "$project/$${owner}" -H "$keeper" -H 'Accept: application/json'`,
      `${name}=$(value read ${word(this.#place.keyPointer)} | sed -e 's/^"//' -e 's/"$//')`,
      `case $${name} in '' | *[!A-Za-z0-9._~-]*) cannot 'the form of the key of a resource is not known' ;; esac`,
    ];
  }

  #isKeyOf(key: string, id: string): boolean {
    return this.#steps.some(({ exchange }) => {
      const places = placesIn(exchange.answer?.body ?? '');
      const [shown, of] = [places.get(this.#place.keyPointer), places.get('/id')];
      return shown === JSON.stringify(key) && of === JSON.stringify(id);
    });
  }
}

/** Lines that create several resources, in either order: which resource is older may matter. */
function inEitherOrder(making: readonly string[]): string[] {
  if (making.length < 2) return [...making];
  return [
    'if [ $((count % 2)) -eq 0 ]; then',
    ...making.map((line) => `  ${line}`),
    'else',
    ...making.toReversed().map((line) => `  ${line}`),
    'fi',
  ];
}

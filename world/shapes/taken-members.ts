import { says } from '../../wire/status.ts';
import { requestFlaws } from '../../schemas/request-flaws.ts';
import { asObject, plain, type Json, type JsonObject } from '../../wire/json/json.ts';
import type { History } from '../../history/history.ts';
import { view } from '../../history/view.ts';
import { documentedIn } from '../documented.ts';
import type { Exchange } from '../../history/exchange.ts';

/** The array whose items have members of their own. */
const itemsArray = 'arrayOfObjectType';

/** After this many successive refusals of creates with no further unaccepted member, the member itself is refused. */
const enough = 5;

interface TurnedAway {
  readonly create: Exchange;
  readonly names: ReadonlySet<string>;
}

/** Which members of objectTypeProperty, and of its items, creates have brought with a value (4.6). */
class TakenMembers {
  readonly #taken = new Set<string>();
  readonly #turnedAway: TurnedAway[] = [];
  #firstAccepted = Infinity;
  #lastAccepted = -Infinity;

  take(exchange: Exchange): void {
    const { succeeded, sent, number } = exchange;
    if (documentedIn(exchange) !== 'create' || exchange.is('noise')) return;
    const names = membersIn(asObject(asObject(sent)?.['objectTypeProperty']) ?? {});
    if (!succeeded) return void this.#turnedAway.push({ create: exchange, names });
    // A server may drop an ill-typed member and keep the other members.
    const isTyped = sent !== undefined && requestFlaws('4.6', plain(sent)).length === 0;
    if (isTyped) for (const name of names) this.#taken.add(name);
    this.#firstAccepted = Math.min(this.#firstAccepted, number);
    this.#lastAccepted = number;
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** The last create that was refused for a member while creates before and after were accepted, or for its array. */
  refusalOf(name: string): Exchange | undefined {
    if (this.has(name)) return undefined;
    const isOfItems = !name.startsWith('array');
    if (isOfItems && !this.has(itemsArray)) return this.refusalOf(itemsArray);
    const own = this.#turnedAway.filter(
      ({ create: { number }, names }) =>
        number > this.#firstAccepted && number < this.#lastAccepted && this.#isTried(name, names),
    );
    const isForIt = own.length >= enough && own.every(({ create }) => says(create, 'invalid', 'fault'));
    return isForIt ? own.at(-1)?.create : undefined;
  }

  /** Whether the create contains the member, and no other unaccepted member, except related items. */
  #isTried(name: string, names: ReadonlySet<string>): boolean {
    const mayStandBeside = (other: string): boolean => !other.startsWith('array');
    const isAboutItems = name === itemsArray || !name.startsWith('array');
    return (
      names.has(name) &&
      [...names].every((one) => one === name || this.has(one) || (isAboutItems && mayStandBeside(one)))
    );
  }
}

function membersIn(content: JsonObject): ReadonlySet<string> {
  const items = content[itemsArray];
  return new Set([
    ...Object.entries(content).flatMap(([name, value]) => (isFilled(value) ? [name] : [])),
    ...(Array.isArray(items) ? items : []).flatMap((item) => Object.keys(asObject(item) ?? {})),
  ]);
}

/** An empty array contains no value. */
function isFilled(value: Json): boolean {
  return value !== null && !(Array.isArray(value) && value.length === 0);
}

const takenMembers = view(() => new TakenMembers());

/** Whether an accepted create has brought a member of objectTypeProperty, or of one of its items, with a value (4.6). */
export function wasTaken(history: History, name: string): boolean {
  return takenMembers(history).has(name);
}

/** The last refusal of a member that no create may contain with any value (4.6). */
export function refusalOfMember(history: History, name: string): Exchange | undefined {
  return takenMembers(history).refusalOf(name);
}

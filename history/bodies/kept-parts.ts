import { createHash } from 'node:crypto';
import {
  JsonNumber,
  readJson,
  writeJson,
  type Json,
  type JsonOddity,
  type JsonReading,
} from '../../wire/json/json.ts';
import { keptValue, LongNumbers, mapped, type Structure } from './kept-answer.ts';
import { RecentlyUsed } from './recently-used.ts';

/** An array or an object with more values is kept separately from its surroundings. */
const fewValues = 1_000;
/** Octets of such parts: hundreds of answers may show one list, and lists of hundreds of resources differ. */
const mostOctets = 32 * 1024 * 1024;
/** The octets of recently used parts that are also kept as parsed values. */
const mostRead = 1024 * 1024;

class Part {
  readonly digest: string;

  constructor(digest: string) {
    this.digest = digest;
  }
}

type Sketch = null | boolean | string | JsonNumber | Part | Sketch[] | { [name: string]: Sketch };

/** Keeps the content of long answers as octets of JSON; a common part of many answers is kept once. */
export class KeptParts {
  readonly #tooLong: () => Error;
  readonly #numbers = new LongNumbers();
  /** The long lists that were read last: most answers show one of these lists again. */
  readonly lists = new RecentlyUsed<string, Json[]>(mostRead);
  readonly #digests = new WeakMap<Structure<Json>, string>();
  readonly #octets = new RecentlyUsed<string, Uint8Array>(mostOctets);
  readonly #read = new RecentlyUsed<string, Structure<Json>>(mostRead);
  /** Every parsed value that is still in use, so that no value is parsed twice. */
  readonly #held = new Map<string, WeakRef<Structure<Json>>>();

  /** @param tooLong - the error if there is no room for the content of an answer */
  constructor(tooLong: () => Error) {
    this.#tooLong = tooLong;
  }

  /** The number of octets that are kept for reading parts. */
  get octets(): number {
    return this.#octets.size;
  }

  /**
   * Takes the parsed value of a long body; returns the function that gives the value from now on, with long texts
   * cut. Reading throws if the part was dropped because many other parts of that length have come since.
   *
   * @throws ConfigurationError if it cannot be written
   */
  keep(reading: JsonReading): () => JsonReading {
    return reading.kind === 'json'
      ? this.#reading(this.#sketch(reading.value), reading.oddities)
      : () => reading;
  }

  // A method of its own, because a closure also keeps the variables that neighbouring closures use.
  #reading(sketch: Sketch, oddities: readonly JsonOddity[]): () => JsonReading {
    return () => ({ kind: 'json', value: this.#whole(sketch), oddities });
  }

  #sketch(value: Json): Sketch {
    if (isScalar(value)) return keptValue(value, this.#numbers);
    if (widthOf(value) > fewValues) return this.#partOf(value);
    const sketch = mapped(value, (member): Sketch => this.#sketch(member));
    return sizeOf(sketch) > fewValues ? this.#partOf(value) : sketch;
  }

  #partOf(value: Structure<Json>): Part {
    const known = this.#digests.get(value);
    if (known !== undefined && this.#octets.get(known) !== undefined) return new Part(known);
    const octets = new TextEncoder().encode(writeJson(keptValue(value, this.#numbers)));
    const digest = createHash('sha256').update(octets).digest('base64');
    if (this.#octets.get(digest) === undefined) this.#octets.set(digest, octets, octets.length);
    this.#digests.set(value, digest);
    return new Part(digest);
  }

  #whole(sketch: Sketch): Json {
    if (sketch instanceof Part) return this.#valueOf(sketch);
    return isScalar(sketch) ? sketch : mapped(sketch, (member): Json => this.#whole(member));
  }

  #valueOf({ digest }: Part): Json {
    const octets = this.#octets.get(digest);
    if (octets === undefined) throw this.#tooLong();
    const value = this.#held.get(digest)?.deref() ?? this.#readAnew(octets);
    this.#held.set(digest, new WeakRef(value));
    this.#read.set(digest, value, octets.length);
    return value;
  }

  #readAnew(octets: Uint8Array): Structure<Json> {
    const reading = readJson(octets, this.lists);
    const value = reading.kind === 'json' ? reading.value : null;
    if (isScalar(value)) throw new Error('what was kept of an answer is neither an array nor an object');
    if (this.#digests.has(value)) return value;
    return mapped(value, (member) => keptValue(member, this.#numbers));
  }
}

function isScalar<V>(
  value: null | boolean | string | JsonNumber | Structure<V>,
): value is null | boolean | string | JsonNumber {
  return value === null || typeof value !== 'object' || value instanceof JsonNumber;
}

function widthOf(value: Structure<unknown>): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function sizeOf(sketch: Sketch): number {
  if (sketch instanceof Part || isScalar(sketch)) return 1;
  return Object.values(sketch).reduce((sum, member) => sum + sizeOf(member), 1);
}

import type { Profile } from '../../../clause/profile.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { rows } from '../../../contract/rows.ts';
import { clauseSeed, createRandom } from '../../../run/random.ts';
import { contractSchemas } from '../../../schemas/published.ts';
import { documentedActions } from '../../../schemas/requests.ts';

/** Ranges of letters, each letter of which may replace any other of its range; capitals follow their small letters. */
const scripts: readonly (readonly [first: string, last: string])[] = [
  ['a', 'z'],
  ['α', 'ρ'],
  ['а', 'я'],
  ['א', 'ת'],
  ['à', 'ö'],
  ['अ', 'ह'],
  ['一', '龥'],
];

const ordinary = 'true false null http https urn mailto www com org net';

/** A word, in any spelling, but no part of a number or a date. */
const inText = /\\[^u]|(?:\\u[\da-f]{4}|[\p{L}\p{M}\p{N}_])+/giu;
/** The same for text whose letters are all ASCII: an answer is then read in a tenth of the time. */
const inPlainText = /[a-z]\w{2,}/gi;
const inAddress = /(?:%[89a-f][\da-f]|%[0-7][\da-f]|[\w])+/gi;
const isWord = /^\p{L}[\p{L}\p{M}\p{N}]*$/u;

/**
 * The invented words of the suite, such as the name of an unknown member, in letters that differ between runs. To a
 * server they mean the same. Words of the contract, of the profile and of the server stay unchanged.
 */
export class OwnWords {
  readonly #isOther: (word: string) => boolean;
  readonly #kept: Set<string>;
  readonly #letters: ReadonlyMap<string, string>;
  readonly #heard = new Set<string>();
  readonly #sent = new Map<string, string>();
  readonly #came = new Map<string, string>();

  /** @param isOther - whether another part changes the word */
  constructor(
    runId: string,
    stated: { readonly profile: Profile; readonly keys: readonly string[] },
    isOther: (word: string) => boolean,
  ) {
    this.#isOther = isOther;
    const known = [endpoints, rows, contractSchemas, documentedActions, stated]
      .map((one) => JSON.stringify(one))
      .join(' ');
    this.#kept = new Set(`${known} ${ordinary}`.match(/\p{L}[\p{L}\p{N}]*/gu)?.map(folded));
    this.#letters = exchangedLetters(runId);
  }

  out(text: string): string {
    return text.replaceAll(inText, (word) => (word.includes('\\') ? word : this.#out(word)));
  }

  outAddress(text: string): string {
    return text.replaceAll(inAddress, (found) => {
      const word = decoded(found);
      const sent = word === undefined ? undefined : this.#out(word);
      return sent === undefined || sent === word ? found : encodeURIComponent(sent);
    });
  }

  /** Reads a text of an answer, whose words count from then on as words of the server. */
  back(text: string): string {
    const words = /[\u0080-\uffff]|\\u/.test(text) ? inText : inPlainText;
    return text.replaceAll(words, (found) => {
      const word = found.includes('\\') ? unescaped(found) : found;
      const own = this.#came.get(word);
      if (own !== undefined) return own;
      if (!this.#heard.has(word)) {
        this.#heard.add(word);
        if (!this.#sent.has(word)) this.#kept.add(folded(word));
      }
      return found;
    });
  }

  /** The same for the value of a field. */
  backAddress(text: string): string {
    return text.replaceAll(inAddress, (found) => {
      const own = this.#came.get(decoded(found) ?? found);
      return own === undefined ? found : encodeURIComponent(own);
    });
  }

  #out(word: string): string {
    const known = this.#sent.get(word);
    if (known !== undefined) return known;
    const isShort = word.length < 3 && /^[\w]*$/.test(word);
    if (isShort || !isWord.test(word) || this.#kept.has(folded(word)) || this.#isOther(word)) return word;
    // A letter and its accent may be one character or two.
    const sent = word.replaceAll(
      /\p{L}(?![\u0300-\u036f])/gu,
      (letter) => this.#letters.get(letter) ?? letter,
    );
    this.#sent.set(word, sent);
    this.#came.set(sent, word);
    return sent;
  }
}

function folded(word: string): string {
  return word.toLowerCase();
}

function exchangedLetters(runId: string): ReadonlyMap<string, string> {
  const random = createRandom(clauseSeed(runId, 'letters'));
  const letters = new Map<string, string>();
  for (const [first, last] of scripts) {
    const [low, high] = [first.charCodeAt(0), last.charCodeAt(0)];
    const left = Array.from({ length: high - low + 1 }, (_, at) => String.fromCharCode(low + at));
    for (let code = low; code <= high; code += 1) {
      const [to = ''] = left.splice(random.integer(0, left.length - 1), 1);
      const from = String.fromCharCode(code);
      letters.set(from, to);
      if (from !== from.toUpperCase()) letters.set(from.toUpperCase(), to.toUpperCase());
    }
  }
  return letters;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

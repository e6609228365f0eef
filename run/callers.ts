import { createRandom, hashText, type Random } from './random.ts';
import { unknownToken, type Caller, type SuppliedToken } from '../history/caller.ts';
import type { Secret } from '../wire/redaction.ts';

/** A token that is no longer used, because it contradicts its setting. */
interface Withdrawn {
  readonly caller: Caller;
  /** The mistake about the token, as reasons state it: `is answered like an unknown token everywhere`. */
  readonly why: string;
}

/** The callers of a run. */
export interface Callers {
  /** All tokens that match their settings, as far as is known. */
  readonly supplied: readonly Caller[];
  readonly renew: (caller: Caller, token: string) => void;
  readonly withdrawn: readonly Withdrawn[];
  /** The supplied tokens, including withdrawn tokens. */
  readonly all: readonly Caller[];
  readonly withdraw: (caller: Caller, why: string) => void;
  readonly readmit: (caller: Caller) => void;
  /** A second unknown token: differences between answers to the two say nothing about tokens. */
  readonly secondRandom: Caller;
  readonly none: Caller;
  readonly random: Caller;
  /** An Authorization header that names no token. */
  readonly empty: Caller;
  /** The altered form of a token that works. */
  readonly altered: (of: Caller) => Caller;
}

/** The callers of the supplied tokens; `hide` is called for each token made from one, before it is sent. */
export function createCallers(
  tokens: readonly SuppliedToken[],
  random: Random,
  hide: (secret: Secret) => void = () => undefined,
): Callers {
  const renewed = new Map<string, string>();
  const supplied = tokens.map((one): Caller => ({
    label: one.label,
    kind: 'supplied',
    get token() {
      return renewed.get(one.label) ?? one.token;
    },
    scopes: new Set(one.scopes),
    supplied: one,
  }));
  const withdrawn: Withdrawn[] = [];
  const unknown = (token: string): Caller => ({
    label: unknownToken,
    kind: 'random',
    token,
    scopes: new Set(),
  });
  const first = random.word(64);
  return {
    get supplied() {
      return withdrawn.length === 0
        ? supplied
        : supplied.filter((one) => withdrawn.every(({ caller }) => caller !== one));
    },
    all: supplied,
    renew: ({ label }, token) => void renewed.set(label, token),
    withdrawn,
    withdraw: (caller, why) => void withdrawn.push({ caller, why }),
    readmit: (caller) => {
      const at = withdrawn.findIndex((one) => one.caller === caller);
      if (at >= 0) withdrawn.splice(at, 1);
    },
    none: { label: 'no token', kind: 'none', scopes: new Set() },
    random: unknown(first),
    empty: { label: 'empty token', kind: 'none', token: '', scopes: new Set() },
    // A source of its own, so that all other draws stay unchanged.
    secondRandom: unknown(createRandom(hashText(first)).word(64)),
    altered: (of) => {
      const label = `altered ${of.label}`;
      const token = alterLastThird(of.token ?? '', random);
      // Most of the altered token is a valid token.
      hide({ label, secret: token });
      return { label, kind: 'altered', token, scopes: new Set() };
    },
  };
}

/** Letters keep their case, and digits stay digits: the token keeps its form, but differs. */
function alterLastThird(token: string, random: Random): string {
  const keep = Math.ceil((token.length * 2) / 3);
  const other = (sign: string): string => {
    for (const alphabet of ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'])
      if (alphabet.includes(sign)) return random.pick(alphabet.split('').filter((one) => one !== sign));
    return sign;
  };
  const altered = token.slice(0, keep) + token.slice(keep).split('').map(other).join('');
  return altered === token ? `${token}x` : altered;
}

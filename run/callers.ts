import { createRandom, hashText, type Random } from './random.ts';
import { unknownToken, type Caller, type SuppliedToken } from '../history/caller.ts';
import type { Secret } from '../wire/redaction.ts';

/** A token that is no longer used, because it contradicts its setting. */
interface Withdrawn {
  readonly caller: Caller;
  /** The mistake of the token, as reasons state it: `is answered like an unknown token everywhere`. */
  readonly why: string;
}

/** The callers of a run. */
export type Callers = ReturnType<typeof createCallers>;

/** The callers of the supplied tokens; `hide` is called for each token made from one, before it is sent. */
export function createCallers(
  tokens: readonly SuppliedToken[],
  random: Random,
  hide: (secret: Secret) => void = () => undefined,
) {
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
  const none: Caller = { label: 'no token', kind: 'none', scopes: new Set() };
  /** An Authorization header that names no token. */
  const empty: Caller = { label: 'empty token', kind: 'none', token: '', scopes: new Set() };
  return {
    /** All that match their settings, as far as is known. */
    get supplied(): readonly Caller[] {
      return withdrawn.length === 0
        ? supplied
        : supplied.filter((one) => withdrawn.every(({ caller }) => caller !== one));
    },
    /** The supplied tokens, including withdrawn ones. */
    all: supplied as readonly Caller[],
    renew: ({ label }: Caller, token: string) => void renewed.set(label, token),
    withdrawn: withdrawn as readonly Withdrawn[],
    withdraw: (caller: Caller, why: string) => void withdrawn.push({ caller, why }),
    readmit: (caller: Caller) => {
      const at = withdrawn.findIndex((one) => one.caller === caller);
      if (at >= 0) withdrawn.splice(at, 1);
    },
    none,
    random: unknown(first),
    empty,
    /**
     * Differences between the two unknown tokens show nothing about a token. The second comes from a separate source, so
     * that all other draws stay unchanged.
     */
    secondRandom: unknown(createRandom(hashText(first)).word(64)),
    /** The altered form of a token that works. */
    altered: (of: Caller): Caller => {
      const label = `altered ${of.label}`;
      const token = alterLastThird(of.token ?? '', random);
      // Most of it is a valid token.
      hide({ label, secret: token });
      return { label, kind: 'altered', token, scopes: new Set() };
    },
  };
}

/** Letters keep their case, digits stay digits: the form is that of a token, but the token differs. */
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

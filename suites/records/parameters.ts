import { isRow, type RowName } from '../../contract/rows.ts';
import { says } from '../../wire/status.ts';
import { operation, endpoint } from '../../contract/endpoints.ts';
import type { RecordEndpoint } from '../../contract/traits.ts';
import type { Statement, OpenStatement } from '../../clause/section.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { JsonInput } from '../../wire/json/json.ts';
import { freeMembers, recordMembers, documentedTimestamp, usualInstant } from './ordered-record.ts';
import { acceptedPost, fullPost, sendPost, withRecord, type RecordPost } from './posts.ts';
import type { Stage } from '../../implementation/stage.ts';
import { judgeWithControl, confirmations, type Confirmed } from '../../judging/confirm.ts';
import { judgeCrashes, judgeCrash } from '../../judging/crashes.ts';
import { beyondAscii, rareSigns } from '../../judging/surveys/rare-signs.ts';
import { aboutReactions, observeReactions } from '../../judging/parameters/parameter-reactions.ts';
import { plainPairs } from '../../implementation/plain-query.ts';
import { surveyedRecords } from './survey-posts.ts';

/** The rows of the contract on the fields of an OrderedRecord whose type it shows. */
export const recordRows: readonly RowName[] = recordMembers
  .map((name) => `OrderedRecord/${name}`)
  .filter(isRow);

/** Whole numbers as they are written, the plainest first. */
const ladder = ['1', '0', '2', '10'];

/** queryParameterOne is a Float: n and n.0 are one value (4.9, 4.13). */
export function takesFloats(name: RecordEndpoint): Statement<Stage> {
  return {
    statement: 'The server reads queryParameterOne as a Float: if it accepts n, it also accepts n.0.',
    sends: `${operation(name)} with queryParameterOne=1.0, then with 10.0; if one is refused, the number without a point before and after it`,
    violation: `n.0 is answered 400, 422 or 500 while n is answered 2xx before and after, ${confirmations} times.`,
    rationale: 'Both spellings are the same number, so no bound on the value explains the refusal.',
    causes: ['Is the parameter parsed as an integer, although it is a Float?'],
    check: async (on) => {
      const { post, caller } = await acceptedPost(on, name);
      const lexeme = await acceptedNumber(on, name);
      if (lexeme === undefined)
        return on.discarded('refused-by-unknown-validation', 'no whole number was accepted');
      const ask = (one: string): Promise<Exchange> => sendPost(on, name, { ...post, one }, caller);
      // One digit, and several: a pattern that was written for one digit need not accept several.
      for (const number of new Set([lexeme, '10'])) {
        const seen = await ask(`${number}.0`);
        if (seen.is('noise')) return on.noise(seen.label);
        if (!failsOver(seen) || (number !== lexeme && !(await ask(number)).succeeded)) continue;
        await judgeWithControl(on, {
          seen,
          control: () => ask(number),
          probe: () => ask(`${number}.0`),
          deviates: failsOver,
          words: {
            expected: `queryParameterOne=${number}.0 to be accepted as ${number} is`,
            deviation: `queryParameterOne=${number}.0 was refused`,
          },
        });
        return;
      }
      on.held();
    },
  };
}

/** The answers that the violation names: 501 does not count. */
const failsOver = (answer: Exchange): boolean => says(answer, 'invalid', 'internal error');

async function acceptedNumber(on: Stage, name: RecordEndpoint): Promise<string | undefined> {
  const { post, caller } = await acceptedPost(on, name);
  if (post.one !== undefined && /^\d+$/.test(post.one)) return post.one;
  for (const one of ladder) if ((await sendPost(on, name, { ...post, one }, caller)).succeeded) return one;
  return undefined;
}

/** Documented parts with plain values provoke no server error (4.9, 4.13). */
export function plainPartsProvokeNoError(name: RecordEndpoint): Statement<Stage> {
  return {
    statement: 'Plain values of documented parameters and members cause no server error.',
    sends: `${operation(name)} with plain values in all parameters and members, then in one at a time; with control characters in texts`,
    violation: `One documented part is answered 500 or 501, ${confirmations} times, while the same request without it, or with another plain value, is answered 2xx before and after. The part has a plain value (a number, a text of letters or digits, a timestamp), or is a letter beyond ASCII, or beyond Latin-1, in a string, a percent sign in the path or the query, or an empty text in a member.`,
    rationale:
      'A refusal passes, since required flags, types and bounds are not shown; a server error that depends on one part is attributed to the server.',
    causes: [
      'Does the date arithmetic handle 29 February?',
      'Does the code misread zero, a negative number or a text of digits?',
      'Is the body read in an encoding other than UTF-8?',
    ],
    check: async (on) => {
      const { post, caller } = await acceptedPost(on, name);
      const beside = (control: RecordPost, { part, what }: SurveyPart): Promise<Confirmed> =>
        judgeCrash(on, what, {
          control: () => sendPost(on, name, control, caller),
          probe: () => sendPost(on, name, part, caller),
        });
      const word = on.canary();
      const full = { ...fullPost(word), path: post.path, more: post.more };
      const all = await sendPost(on, name, full, caller);
      if (all.is('noise')) return on.noise(all.label);
      if (all.is('fault')) await judgeCrashes(on, all, partsBeyond(post, word), (one) => beside(post, one));
      const base = all.succeeded ? full : post;
      const judgeText = async (text: string, places: readonly string[]): Promise<Exchange> => {
        const within = (isMeant: (at: string) => boolean) => lettered(base, word, text, isMeant);
        const sent = await sendPost(
          on,
          name,
          within((at) => places.includes(at)),
          caller,
        );
        if (sent.is('noise')) on.noise(sent.label);
        if (sent.is('fault'))
          await judgeCrashes(on, sent, places, (what) =>
            beside(base, {
              part: within((at) => at === what),
              what: text === '' ? `an empty ${what}` : `${text} in ${what}`,
            }),
          );
        return sent;
      };
      const letters = await judgeText(beyondAscii, [...inTarget, ...recordMembers]);
      // If a gateway refuses such a path, this shows nothing about the server behind it.
      const percent = letters.succeeded ? await judgeText('%', inTarget) : letters;
      const empty = await judgeText('', recordMembers);
      await sendSigned(on, name, { post: base, caller });
      const suspects = await suspectParts(on, name);
      for (const suspect of suspects) await beside(post, suspect);
      if (![all, percent, empty].some((one) => one.is('fault')) && suspects.length === 0) on.held();
    },
  };
}

/** Control characters and the like, which may be refused; answers that show them are judged with all other answers. */
async function sendSigned(
  on: Stage,
  name: RecordEndpoint,
  { post, caller }: { readonly post: RecordPost; readonly caller: Caller },
): Promise<void> {
  if (post.variation === undefined) return;
  const set = Object.fromEntries(
    freeMembers.filter((member) => member !== 'key').map((member) => [member, `a${rareSigns.join('')}b`]),
  );
  const answer = await sendPost(on, name, withRecord(post, on.canary(), { set }), caller);
  if (answer.is('fault'))
    on.suspect(`A record whose texts hold control characters or noncharacters is answered ${answer.label}.`);
}

/** The accepted request with one more documented part. */
function partsBeyond(post: RecordPost, word: string): readonly SurveyPart[] {
  const full = fullPost('a');
  const parameters = [
    { part: { ...post, one: full.one }, what: 'queryParameterOne' },
    { part: { ...post, two: full.two }, what: 'queryParameterTwo' },
  ];
  const { variation } = post;
  if (variation === undefined) return parameters;
  const missing = [...(variation.omit ?? []), ...Object.keys(variation.set ?? {})];
  const members = missing.map((name) => {
    const { omit = [], set = {} } = variation;
    const kept = Object.fromEntries(Object.entries(set).filter(([key]) => key !== name));
    const bare: RecordPost = {
      ...post,
      variation: { ...variation, omit: omit.filter((one) => one !== name), set: kept },
    };
    return { part: withRecord(bare, word, {}), what: name };
  });
  return [...parameters, ...members];
}

const people = ['createdBy', 'lastModifiedBy'] as const;
/** Strings of a request that its target contains. */
const inTarget: readonly string[] = ['path', 'queryParameterTwo'];

/** The request with such a text in the chosen strings. */
function lettered(post: RecordPost, word: string, text: string, concerns: (place: string) => boolean) {
  const person: JsonInput = { firstName: text, lastName: text };
  const set: Record<string, JsonInput> = {
    ...Object.fromEntries(freeMembers.filter(concerns).map((member) => [member, text])),
    ...Object.fromEntries(people.filter(concerns).map((member) => [member, person])),
  };
  const record = Object.keys(set).length === 0 ? post : withRecord(post, word, { set });
  const path = Object.fromEntries(Object.entries(post.path).map(([key, value]) => [key, `${value}${text}`]));
  return {
    ...record,
    ...(concerns('path') ? { path } : {}),
    ...(concerns('queryParameterTwo') ? { two: text } : {}),
  };
}

/** Observes the reactions to the two parameters with an accepted record (4.9, 4.13). */
export function recordParameterReactions(name: RecordEndpoint): OpenStatement<Stage> {
  return {
    ...aboutReactions(name),
    check: async (on) => {
      const { post, caller, exchange } = await acceptedPost(on, name);
      const taken = { queryParameterOne: post.one, queryParameterTwo: post.two };
      await observeReactions(
        on,
        plainPairs(endpoint(name).parameters),
        ([parameter, value]) =>
          sendPost(
            on,
            name,
            { ...post, ...(parameter === 'queryParameterOne' ? { one: value } : { two: value }) },
            caller,
          ),
        {
          known: ([parameter]) =>
            parameter in taken && taken[parameter as keyof typeof taken] !== undefined ? exchange : undefined,
        },
      );
    },
  };
}

/** The maximum number of parts that are checked alone if a server fails often. */
const mostParts = 24;

/** Texts of letters, digits and the signs of everyday names and numbers. */
const isPlainText = (text: string): boolean => /^[\w.'é-]+( [\w.'é-]+)*$/u.test(text);

interface SurveyPart {
  readonly what: string;
  /** The accepted request with that part. */
  readonly part: RecordPost;
}

/** The plain parts of surveyed requests that were answered with a server error, each in the accepted request. */
export async function suspectParts(on: Stage, name: RecordEndpoint): Promise<readonly SurveyPart[]> {
  const { post } = await acceptedPost(on, name);
  const surveyed = await surveyedRecords(on, name);
  const failed = surveyed.filter(({ exchange }) => exchange.is('fault'));
  const parts = new Map(failed.flatMap((one) => differences(post, one.post)));
  return [...parts].slice(0, mostParts).map(([what, part]) => ({ what, part }));
}

/** Each plain part in which the request differs from the accepted request, alone. */
function differences(
  accepted: RecordPost,
  { one, two, path, variation }: RecordPost,
): readonly (readonly [string, RecordPost])[] {
  const found: (readonly [string, RecordPost])[] = [];
  if (one !== undefined && one !== accepted.one && /^-?\d+(?:\.\d+)?$/.test(one))
    found.push([`queryParameterOne=${one}`, { ...accepted, one }]);
  if (two !== undefined && two !== accepted.two && isPlainText(two))
    found.push([`queryParameterTwo=${two}`, { ...accepted, two }]);
  for (const [place, value] of Object.entries(path))
    if (value !== accepted.path[place] && isPlainText(value))
      found.push([`${place} ${value}`, { ...accepted, path: { ...accepted.path, [place]: value } }]);
  if (variation === undefined || accepted.variation === undefined) return found;
  const { at = usualInstant, set = {} } = variation;
  if (at.getTime() !== usualInstant.getTime() && isUsual(at))
    found.push([`createdAt ${documentedTimestamp(at)}`, withRecord(accepted, 'a', { at })]);
  for (const [member, value] of Object.entries(set))
    if (typeof value === 'string' && value !== accepted.variation.set?.[member] && isPlainText(value))
      found.push([`${member} ${value}`, withRecord(accepted, 'a', { set: { [member]: value } })]);
  return found;
}

/** Neither before 1970 nor beyond the range of seconds in 32 bits. */
const isUsual = (at: Date): boolean => at.getUTCFullYear() >= 1971 && at.getUTCFullYear() <= 2037;

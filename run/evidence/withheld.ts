import { defined } from '../../clause/defined.ts';
import type { Deviation } from '../../clause/deviation.ts';
import type { Judgement, Suspicion } from '../../clause/judgement.ts';
import type { ExchangeEvidence, Finding, Flaw } from '../../clause/sample.ts';
import { shapeOf } from '../shape.ts';

/** The words of reports; any other word in a text may be a value of a body. */
const plainWords =
  'a access an and another any are as at after all answer answered answers be been before between body but by came come comes ' +
  'does error errors exchange expected fails for from get got granted had has have head id in is it its json late least let ' +
  'longer loss lost member members missing more most never no none nor not nothing number object octets of on once ' +
  'one only or other own patch post put read reads refusal request reset resource same sent shown since string ' +
  'success succeed succeeded than that the then there they this though timeout to token twice two type unknown ' +
  'update updates value values version versions was were what where which while with without write 2xx 3xx 4xx 5xx';

/**
 * Leaves possible values of a body out of judgements. Only the words of clauses, the names of settings, and
 * the statuses of exchanges stay in texts. A value looks like a word, so everything else becomes `…`.
 *
 * @param evidence - `none` leaves out exchanges and counterexamples, `shape` keeps their shapes @param stated - texts
 * of the suite, whose words are known
 */
export function createWithholding(
  evidence: 'shape' | 'none',
  stated: readonly string[],
): (judgement: Judgement) => Judgement {
  const known = new Set([plainWords, ...stated].flatMap(wordsIn));
  const mask = (text: string, statuses: ReadonlySet<string> = new Set()): string =>
    text
      .replace(word, (found) => {
        if (/^CONFORMANCE_[A-Z_]+$/.test(found) || statuses.has(found)) return found;
        return known.has(found.toLowerCase()) && !/^[\d._-]+$/.test(found) ? found : '…';
      })
      .replace(/…(?:[^\p{L}\p{N}…]{0,3}…)+/gu, '…');
  const maskDeep = (value: unknown): unknown => {
    if (typeof value === 'string') return mask(value, statusesIn(value));
    if (typeof value === 'number') return isStatus(value) ? value : '…';
    if (Array.isArray(value)) return value.map(maskDeep);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [maskName(name), maskDeep(member)]),
    );
  };
  // Observations name their members themselves, except lists of observed values.
  const maskName = (name: string): string => (/^[a-zA-Z]+$/.test(name) ? name : mask(name));
  const finding = (found: Finding): Finding => {
    const { expected, got, deviation, reproduced, seed, path, exchanges, story, counterexample } = found;
    const statuses = new Set(
      exchanges.flatMap(({ answer }) => (answer === undefined ? [] : [`${answer.status}`])),
    );
    return {
      expected: mask(expected, new Set([...statuses, '409'])),
      got: mask(got, statuses),
      ...(evidence === 'none' || deviation === undefined ? {} : { deviation: withoutValues(deviation) }),
      reproduced,
      ...defined({ seed, path }),
      exchanges: evidence === 'none' ? [] : exchanges.map(withoutCurl),
      ...(evidence === 'none' || story === undefined ? {} : { story: story.map(withoutCut) }),
      ...(evidence === 'none' || counterexample === undefined
        ? {}
        : { counterexample: shapeOf(counterexample) }),
    };
  };
  const suspicion = (one: Suspicion): Suspicion => ({ ...one, why: mask(one.why) });
  return (judgement) => ({
    ...judgement,
    // An error belongs to the suite, and is of no use without its words.
    ...(judgement.reason === undefined || judgement.verdict === 'error'
      ? {}
      : {
          reason: {
            ...judgement.reason,
            text: mask(judgement.reason.text, answeredIn(judgement.reason.text)),
          },
        }),
    ...(judgement.suspicion === undefined ? {} : { suspicion: suspicion(judgement.suspicion) }),
    ...(judgement.observed === undefined ? {} : { observed: maskDeep(judgement.observed) }),
    findings: judgement.findings.map(finding),
  });
}

const word = /[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*/gu;

function wordsIn(text: string): readonly string[] {
  return [...text.matchAll(word)].flatMap(([found]) => [
    found.toLowerCase(),
    ...found.toLowerCase().split(/[-.]/),
  ]);
}

/** The statuses after this word, in texts of any author. */
function answeredIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\banswered (\d{3})\b/g)].map(([, status = '']) => status));
}

/** The status that is the whole text, as observations note it. */
function statusesIn(text: string): ReadonlySet<string> {
  return new Set(isStatus(Number(text)) ? [text] : []);
}

function isStatus(value: number): boolean {
  return Number.isInteger(value) && value >= 100 && value <= 599;
}

/** Versions and texts are values; places are not. */
function withoutValues(deviation: Deviation): Deviation {
  if (deviation.kind === 'holds') return { ...deviation, text: '…' };
  if (deviation.kind !== 'status') return deviation;
  const { actual: _actual, ...rest } = deviation;
  return rest;
}

function withoutCurl({ flaw, ...exchange }: ExchangeEvidence): ExchangeEvidence {
  return { ...exchange, curl: '', ...(flaw === undefined ? {} : { flaw: withoutCut(flaw) }) };
}

/** The place stays, as names of members stay in shapes; the value at the place does not. */
function withoutCut<T extends Flaw>(flawed: T): T {
  return flawed.cut === undefined ? flawed : { ...flawed, cut: '…' };
}

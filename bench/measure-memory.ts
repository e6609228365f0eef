import { succeeding } from '../faults/rewrite.ts';
import { createReference } from '../reference/create.ts';
import { runSuite, whileServed } from './timed-run.ts';

/** Content that a server adds to each resource in its answers; `undefined` leaves the answer as it is. */
type Change = (text: string) => string;

const megabytes = 'x'.repeat(3_000_000);
const million = Array.from({ length: 1_000_000 }, (_, at) => at % 10).join();
const numbered = (count: number): string => Array.from({ length: count }, (_, at) => at).join();
const wrong = million.replaceAll(/\d/g, '""');
const beforeEnd =
  (members: string): Change =>
  (text) =>
    text.replace(/\}$/, `,${members}}`);

/** Kinds of large answers. */
const kinds: readonly (readonly [label: string, change: Change | undefined])[] = [
  ['honest', undefined],
  ['a member more of 3 MB in each answer', beforeEnd(`"more":"${megabytes}"`)],
  ['a member more of 16 MB in each answer', beforeEnd(`"more":"${'x'.repeat(16_000_000)}"`)],
  ['a member more of a million numbers', beforeEnd(`"more":[${million}]`)],
  ['10,000 elements', (text) => text.replace(/"arrayOfIntExample":\[[^\]]*\]/, `"arrayOfIntExample":[${numbered(10_000)}]`)],
  ['120,000 elements', (text) => text.replace(/"arrayOfIntExample":\[[^\]]*\]/, `"arrayOfIntExample":[${numbered(120_000)}]`)],
  ['a million elements', (text) => text.replace(/"arrayOfIntExample":\[[^\]]*\]/, `"arrayOfIntExample":[${million}]`)],
  ['a million wrong elements', (text) => text.replace(/"arrayOfIntExample":\[[^\]]*\]/, `"arrayOfIntExample":[${wrong}]`)],
  ['versions of a million digits', (text) => text.replace(/"version":(\d+)/, (_, digits: string) => `"version":1${digits.padStart(1_000_000, '0')}`)],
]; // prettier-ignore

/** The largest resident memory of a run, with all its processes, for each kind of answer. Asserts nothing. */
export async function measureMemory(
  say: (label: string, value: string, remark: string) => void,
): Promise<void> {
  for (const [label, change] of kinds) {
    const reference =
      change === undefined ? createReference() : createReference({ wraps: [changing(change)] });
    const { ms, report, mostMb } = await whileServed(reference, 0, (env) => runSuite(env));
    const peak = mostMb === undefined ? 'not to be had here' : `${mostMb.toFixed(0)} MB`;
    say(label, peak, `${(ms / 1_000).toFixed(1)} s, ${report?.verdict ?? 'no report'}`);
  }
}

const changing = (change: Change) =>
  succeeding(undefined, (response) => {
    const text = new TextDecoder().decode(response.body);
    return text.startsWith('{"') ? { ...response, body: new TextEncoder().encode(change(text)) } : response;
  });

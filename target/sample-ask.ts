import type { Header } from '../wire/exchange.ts';
import type { Ask } from '../run/ask.ts';
import type { PlainJson, Sample, SampledOperation } from '../clause/profile.ts';
import type { Stage } from './stage.ts';

type Parts = Pick<Ask, 'path' | 'query' | 'headers' | 'json'>;

/** What an ask takes from a sample that the vendor has declared; nothing where there is none. */
export function sampleAsk(on: Stage, ...operations: readonly SampledOperation[]): Parts {
  const sample = declaredSample(on, ...operations);
  if (sample === undefined) return {};
  const query = Object.entries(sample.query ?? {}).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one): readonly [string, string] => [name, one]),
  );
  const headers: readonly Header[] = Object.entries(sample.headers ?? {});
  return {
    ...(sample.path === undefined ? {} : { path: sample.path }),
    ...(query.length === 0 ? {} : { query }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(sample.body === undefined ? {} : { json: sample.body }),
  };
}

/** The first sample that is declared for one of the operations. */
export function declaredSample(on: Stage, ...operations: readonly SampledOperation[]): Sample | undefined {
  return operations.map((operation) => on.profile.samples?.[operation]).find((one) => one !== undefined);
}

/** A declared body as a form: a string as it stands, an object member by member. */
export function formOf(body: PlainJson | undefined): string {
  if (body === undefined || body === null) return '';
  if (typeof body !== 'object') return String(body);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body))
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, String(one));
  return form.toString();
}

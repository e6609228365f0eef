import { says } from '../../wire/status.ts';
import type { Header } from '../../wire/exchange.ts';
import type { Exchange } from '../../history/exchange.ts';
import { acceptedHeaders, type HeadersAccepted } from '../../implementation/namespace-asks.ts';
import type { Stage } from '../../implementation/stage.ts';
import { judgeWithControl } from '../../judging/confirm.ts';
import { mediaType } from '../../wire/media-type.ts';

type Name = 'Accept' | 'Service-Locale';

/** The headers of an accepted ask, with one header spelled or valued differently, or left out. */
function changed(
  headers: readonly Header[],
  name: Name,
  change: (own: Header) => Header | undefined,
): Header[] {
  return headers.flatMap((one) => {
    const other = one[0].toLowerCase() === name.toLowerCase() ? change(one) : one;
    return other === undefined ? [] : [other];
  });
}

async function accepted(on: Stage): Promise<HeadersAccepted | undefined> {
  const found = await acceptedHeaders(on);
  if (found.exchange.succeeded) return found;
  const { exchange } = found;
  if (exchange.is('noise')) on.noise(exchange.label);
  else
    on.discarded(
      'premise-failed',
      `no request with both headers was accepted: the answer was ${exchange.label}`,
      '"samples": {"4.18": {"headers": {"Accept": "application/json", "Service-Locale": "…"}}}',
    );
  return undefined;
}

/** Names of the required headers are understood in any letter case (4.18). */
export async function judgeNamesInLowerCase(on: Stage): Promise<void> {
  const control = await accepted(on);
  if (control === undefined) return;
  for (const name of ['Accept', 'Service-Locale'] as const) {
    const headers = changed(control.headers, name, ([own, value]) => [own.toLowerCase(), value]);
    await judgeWithControl(on, {
      control: () => on.ask('cartWithHeaders', control.ask),
      probe: () => on.ask('cartWithHeaders', { ...control.ask, headers }),
      deviates: (one) => one.is('refused'),
      words: {
        expected: `${name.toLowerCase()} to be treated like ${name}`,
        deviation: `the request with ${name.toLowerCase()} was refused`,
      },
    });
  }
}

/** Media types that an implementation may be asked for and answer with `application/json`. */
const otherRanges = ['*/*', 'text/plain'] as const;

/** `Accept: application/json` is not refused if another range is answered with that very type (4.18). */
export async function judgeAcceptJson(on: Stage): Promise<void> {
  const { ask, headers } = await acceptedHeaders(on);
  const asking = (range: string) => ({
    ...ask,
    headers: changed(headers, 'Accept', ([own]) => [own, range]),
  });
  const json = await on.ask('cartWithHeaders', asking('application/json'));
  if (json.is('noise')) return on.noise(json.label);
  if (!says(json, 'not acceptable')) {
    if (json.succeeded) return on.held();
    return on.discarded(
      'premise-failed',
      `the request was answered ${json.label}, which does not concern the media type`,
    );
  }
  for (const range of otherRanges) {
    const other = await on.ask('cartWithHeaders', asking(range));
    if (!other.succeeded || !isExactlyJson(other)) continue;
    await judgeWithControl(on, {
      seen: json,
      control: () => on.ask('cartWithHeaders', asking(range)),
      probe: () => on.ask('cartWithHeaders', asking('application/json')),
      deviates: (one) => says(one, 'not acceptable'),
      words: {
        expected: `Accept: application/json to be served with the type that ${range} is served with`,
        deviation: 'Accept: application/json was answered 406',
      },
    });
    return;
  }
  on.discarded('premise-failed', 'no request with another Accept header is answered with application/json');
}

function isExactlyJson({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && mediaType(outcome.headers)?.essence === 'application/json';
}

/** The outcome of requests without one of the required headers (4.18). */
export async function observeMissingHeaders(on: Stage): Promise<void> {
  const control = await accepted(on);
  if (control === undefined) return;
  const without = (name: Name) =>
    on.ask('cartWithHeaders', { ...control.ask, headers: changed(control.headers, name, () => undefined) });
  const [accept, locale] = await Promise.all([without('Accept'), without('Service-Locale')]);
  const both = await on.ask('cartWithHeaders', { ...control.ask, headers: [] });
  on.observe({
    statuses: { Accept: accept.label, 'Service-Locale': locale.label, both: both.label },
    ...reaction('Accept', accept),
    ...reaction('Service-Locale', locale),
  });
}

function reaction(name: Name, answer: Exchange): Record<string, string> {
  if (answer.succeeded) return { [name]: 'accept' };
  return answer.is('turned away') ? { [name]: 'reject' } : {};
}

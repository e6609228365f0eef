import type { Profile } from '../../../clause/profile.ts';
import { endpoint } from '../../../contract/endpoints.ts';
import { clauseSeed, createRandom } from '../../../run/random.ts';
import type { Header, Limits, Outcome, Request, Transport } from '../../../wire/exchange.ts';
import { header } from '../../../wire/media-type.ts';
import { translatedTransport } from '../../../wire/translated-transport.ts';
import { MarkedWords } from './marked-words.ts';
import { OwnWords } from './own-words.ts';

/** The facts that a quiet transport gets about its run. */
export interface QuietRun {
  readonly runId: string;
  readonly projectKey: string;
  readonly otherProjectKey?: string;
  readonly profile: Profile;
  /** Waits as long as the request limits demand before another read; not at all unless given. */
  readonly pause?: () => Promise<void>;
}

/** The headers of a program that uses plain `fetch` of Node.js. */
const usualHeaders: readonly Header[] = [
  ['User-Agent', 'node'],
  ['Accept', '*/*'],
  ['Accept-Language', '*'],
  ['Sec-Fetch-Mode', 'cors'],
  ['Accept-Encoding', 'gzip, deflate'],
];

const openings = { least: 3, most: 6 };

/**
 * A transport that hides the suite among the users of a server: no name, mark, invented word, header field or first
 * request shows it. A run sees its own words, in requests as in answers.
 */
export function quietTransport(transport: Transport, run: QuietRun): Transport {
  const keys = [run.projectKey, run.otherProjectKey ?? ''];
  const marked = new MarkedWords(run.runId);
  const own = new OwnWords(run.runId, { profile: run.profile, keys }, (word) => marked.isIn(word));
  const out = (text: string): string => marked.out(text);
  const back = (text: string): string => marked.back(text);
  const quiet = translatedTransport(transport, {
    out: (request) => ({
      ...request,
      target: out(own.outAddress(request.target)),
      headers: withUsual(request.headers),
      ...(request.body === undefined
        ? {}
        : { body: inText(request.body, isJson(request) ? (text) => out(own.out(text)) : out) }),
    }),
    back: (outcome): Outcome =>
      outcome.kind === 'failure'
        ? outcome
        : {
            ...outcome,
            headers: outcome.headers.map(([name, value]) => [name, own.backAddress(back(value))] as const),
            body: inText(outcome.body, (text) => own.back(back(text))),
          },
    octetsBack: (octets) => inText(octets, back),
  });
  let opened: Promise<void> | undefined;
  return {
    ...quiet,
    send: async (request, limits) => {
      opened ??= open(transport, run, request, limits);
      await opened;
      return await quiet.send(request, limits);
    },
  };
}

/** A few plain reads whose answers are dropped: without them, all runs would begin with the same request. */
async function open(
  transport: Transport,
  { runId, projectKey, pause }: QuietRun,
  first: Request,
  limits: Limits,
): Promise<void> {
  const random = createRandom(clauseSeed(runId, 'opening'));
  const { path, parameters } = endpoint('query');
  const headers = withUsual(first.headers.filter(([name]) => !/^content-/i.test(name)));
  for (let left = random.integer(openings.least, openings.most); left > 0; left -= 1) {
    const query = parameters
      .filter(() => random.integer(0, 1) === 1)
      .map(({ name, type }) => `${name}=${type === 'String' ? random.word(5) : random.integer(1, 100)}`);
    const target = [path.replace('{projectKey}', projectKey), query.join('&')].filter((part) => part !== '');
    await transport.send({ method: 'GET', target: target.join('?'), headers }, limits);
    await pause?.();
  }
}

function withUsual(headers: readonly Header[]): readonly Header[] {
  const [agent, ...further] = usualHeaders;
  const others = headers.filter(([name]) => !/^(?:user-agent|traceparent)$/i.test(name));
  const lacking = further.filter(([name]) => header(others, name) === undefined);
  return [...(agent === undefined ? [] : [agent]), ...others, ...lacking];
}

/** In other content only marks are words: a picture has no letters. */
function isJson({ headers }: Request): boolean {
  const type = header(headers, 'content-type')?.toLowerCase() ?? 'application/json';
  return type.includes('json') || type.includes('urlencoded');
}

/** Text that is not UTF-8 is read as one character per octet, so that everything else in it stays the same. */
function inText(octets: Uint8Array, change: (text: string) => string): Uint8Array {
  if (octets.length === 0) return octets;
  let [text, coding]: [string, 'utf8' | 'latin1'] = ['', 'utf8'];
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    [text, coding] = [Buffer.from(octets).toString('latin1'), 'latin1'];
  }
  const changed = change(text);
  return changed === text ? octets : new Uint8Array(Buffer.from(changed, coding));
}

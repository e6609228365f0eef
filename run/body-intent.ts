import { endpoint, type EndpointName } from '../contract/endpoints.ts';
import { shortened } from '../history/bodies/kept-answer.ts';
import { requestFlaws } from '../schemas/request-flaws.ts';
import { isRequestSection, type RequestSection } from '../schemas/requests.ts';
import { plainJson } from '../wire/json/plain-json.ts';

/**
 * The intended validity of a body, by the request schema of the operation.
 *
 * - `well-typed`: the schema accepts it.
 * - `ill-typed`: the schema refuses it, or it is no JSON.
 * - `either`: the sender cannot know: it contains content that the server showed or the vendor declared, or any JSON.
 */
export type BodyIntent = 'well-typed' | 'ill-typed' | 'either';

/** A body contradicts its intent: a mistake of the suite, found before anybody sees it. */
export class MistakenBody extends Error {
  override readonly name = 'MistakenBody';
}

/**
 * Checks a body against its intent, if the contract shows its schema; throws `MistakenBody`.
 *
 * @throws MistakenBody if the body differs from the intent
 */
export function holdToIntent(name: EndpointName, intent: BodyIntent, read: () => string): void {
  const { section } = endpoint(name);
  if (intent === 'either' || !isRequestSection(section)) return;
  const text = read();
  const flaws = flawsOf(section, text);
  if ((intent === 'well-typed') === (flaws.length === 0)) return;
  const found = flaws.length === 0 ? 'its schema accepts it' : flaws.join(', ');
  throw new MistakenBody(
    `the suite means a body of ${section} to be ${intent}, but ${found}: ${shortened(text, 200)}`,
  );
}

function flawsOf(section: RequestSection, text: string): readonly string[] {
  const body = plainJson(text);
  if (body === undefined) return ['it is not JSON'];
  const flaws = requestFlaws(section, body);
  // A number beyond doubles, for example a version of a server, still counts as a number.
  return flaws.length === 0 ? flaws : requestFlaws(section, JSON.parse(text, withinDoubles));
}

function withinDoubles(_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? Number.MAX_VALUE : value;
}

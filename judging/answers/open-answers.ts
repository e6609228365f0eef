import { says } from '../../wire/status.ts';
import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import type { OpenStatement } from '../../clause/section.ts';
import { meetsSchema } from '../../schemas/vendor-schema.ts';
import { plain } from '../../wire/json/json.ts';
import { mediaType } from '../../wire/media-type.ts';
import { keptWhere, observedMember, statusesOf } from '../../clause/declarations.ts';
import { declaredValue } from '../../clause/declared.ts';
import type { Exchange } from '../../history/exchange.ts';
import { plainAnswer } from '../parameters/bare-answers.ts';
import { plainParts } from '../parameters/documented-parts.ts';
import { nothing, observed } from '../said.ts';
import type { Pair } from '../../implementation/plain-query.ts';
import type { World } from '../../world/world.ts';
import type { Stage } from '../../implementation/stage.ts';

/** The form of answers to a read whose response the contract does not show (4.4, 4.12). */
export function observeAnswers(name: EndpointName, schemaKey: string): OpenStatement<Stage> {
  return {
    statement: 'The form of successful answers.',
    sends: `${operation(name)} without a query string`,
    rationale: 'The contract does not show the response.',
    declares: [keptWhere(schemaKey, 'conforms')],
    check: async (on) => {
      const answers = await Promise.all([plainAnswer(on, name), plainParts(on, name)]);
      const successes = answers.filter(({ succeeded }) => succeeded);
      if (successes.length === 0)
        return on.observe(
          { status: answers[0].status ?? 0 },
          {
            suspect: says(answers[0], 'not found') && {
              why: 'The documented request is answered 404, as if the endpoint did not exist.',
            },
          },
        );
      const schema = declaredValue(on.profile, schemaKey);
      on.observe({
        statuses: successes.map(({ status }) => status ?? 0),
        forms: [...new Set(successes.map(formOf))],
        ...(schema === undefined ? {} : { conforms: successes.every((one) => conforms(schema, one)) }),
      });
    },
  };
}

function formOf(exchange: Exchange): string {
  if (exchange.body.length === 0) return 'no body';
  const type = exchange.outcome.kind === 'answer' ? mediaType(exchange.outcome.headers)?.essence : undefined;
  return `${kindOf(exchange)} as ${type ?? 'no type'}`;
}

function kindOf({ value }: Exchange): string {
  if (value === undefined) return 'other than JSON';
  if (value === null) return 'null';
  const shown = plain(value);
  return Array.isArray(shown) ? 'JSON array' : `JSON ${typeof shown}`;
}

function conforms(schema: unknown, { value }: Exchange): boolean {
  return value !== undefined && meetsSchema(schema, plain(value));
}

/** Observes an answer in an undocumented form; compares a success with the schema that the vendor declares. */
export function observeAnswer(
  on: Stage,
  exchange: Exchange,
  schema: unknown,
  ofSuccess: Readonly<Record<string, unknown>> = {},
): void {
  if (exchange.is('noise')) return on.noise(exchange.label);
  const { succeeded } = exchange;
  on.observe({
    answer: exchange.label,
    accepted: succeeded,
    ...(succeeded ? { status: exchange.status ?? 0, ...ofSuccess } : {}),
    ...(succeeded && schema !== undefined ? { conforms: conforms(schema, exchange) } : {}),
  });
}

/** Observes whether the server supports the method in use, which is not documented; see `methodOf`. */
export function observeMethod(on: Stage, method: string, exchange: Exchange): void {
  if (exchange.is('noise')) return on.noise(exchange.label);
  on.observe({
    method,
    answer: exchange.label,
    supported: !says(exchange, 'method not supported'),
    accepted: exchange.succeeded,
  });
}

/** The statuses of successful answers, compared with `success.<section>`. */
export function observeStatuses(name: EndpointName): OpenStatement<Stage> {
  const { section } = endpoint(name);
  return {
    statement: 'The status of a successful answer.',
    sends: `${operation(name)} without a query string`,
    rationale: 'The contract shows no success code but the code of HEAD.',
    declares: [statusesOf(`success.${section}`)],
    ...observed((on) => plainAnswer(on, name), statusesOfSuccesses(name)),
  };
}

/** The statuses of all successful answers of the run, compared with `success.<section>`. */
export function statusesSeen(
  name: EndpointName,
  text: Pick<OpenStatement<Stage>, 'statement' | 'rationale' | 'limits'>,
): OpenStatement<Stage> {
  return {
    sends: `all requests of the run to ${operation(name)}`,
    ...text,
    phase: 'end',
    declares: [statusesOf(`success.${endpoint(name).section}`)],
    ...observed(nothing, statusesOfSuccesses(name)),
  };
}

function statusesOfSuccesses(name: EndpointName) {
  return ({ bodies }: World) => {
    const statuses = [...bodies.successes(name).statuses.keys()];
    return statuses.length === 0 ? {} : { observed: { statuses } };
  };
}

/** The outcome of wrongly typed values of a parameter, compared with `query.invalidType`. */
export function observeIllTyped(name: EndpointName, pairs: readonly Pair[]): OpenStatement<Stage> {
  return {
    statement: 'How the server treats values that are not of the documented type.',
    sends: `${operation(name)} with ${pairs.map((pair) => pair.join('=')).join(', then with ')}`,
    rationale: 'The contract shows no error code but 409, and does not say that such values are refused.',
    ...reactionTo(name, pairs, 'query.invalidType'),
  };
}

/** The outcome of an undocumented parameter, compared with `query.unknownParameter`. */
export function observeUnknown(name: EndpointName): OpenStatement<Stage> {
  return {
    statement: 'How the server treats a query parameter that is not documented.',
    sends: `${operation(name)} with a parameter that is not documented`,
    rationale: 'The contract says nothing about unknown parameters.',
    ...reactionTo(name, [['undocumentedParameter', 'a']], 'query.unknownParameter'),
  };
}

function reactionTo(
  name: EndpointName,
  pairs: readonly Pair[],
  key: string,
): Pick<OpenStatement<Stage>, 'declares' | 'check'> {
  return {
    declares: [reaction(key)],
    check: async (on) => {
      const bare = await plainAnswer(on, name);
      if (!bare.succeeded)
        return on.discarded('premise-failed', `the plain request was answered ${bare.label}`);
      const answers = await Promise.all(pairs.map((pair) => on.ask(name, { query: [pair] })));
      const heard = answers.filter((one) => !one.is('noise'));
      if (heard.length === 0) return on.noise('the requests got no usable answer');
      const refused = heard.filter((one) => one.is('turned away')).length;
      const kind =
        refused === heard.length ? 'reject' : heard.every(({ succeeded }) => succeeded) ? 'ignore' : 'mixed';
      on.observe({ statuses: heard.map(({ status }) => status ?? 0), reaction: kind });
    },
  };
}

function reaction(key: string) {
  return {
    key,
    met: (declared: unknown, observed: unknown): boolean | undefined => {
      const seen = observedMember(observed, 'reaction');
      return seen === 'reject' || seen === 'ignore' ? seen === declared : undefined;
    },
    draft: (observed: unknown): unknown => {
      const seen = observedMember(observed, 'reaction');
      return seen === 'mixed' ? undefined : seen;
    },
  };
}

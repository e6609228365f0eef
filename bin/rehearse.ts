import type { Judgement } from '../clause/judgement.ts';
import { quoted, refusal } from '../config/input/configuration-error.ts';
import { jsonLine } from '../reporters/visible.ts';
import { plainFlags, unlessRefused } from './start/plain-arguments.ts';
import { plan } from '../config/plan.ts';
import { embeddedTokens, rehearse } from '../config/runs/rehearsal.ts';
import { statedPlace } from '../config/register/stated-places.ts';
import { layerCatalogue, layerFlags, layersOf } from './start/layers.ts';
import type { Plan } from '../implementation/plan.ts';
import type { Stage } from '../implementation/stage.ts';
import { createRedaction, type Redact } from '../wire/redaction.ts';
import { watchedTransport, type Passed } from '../config/runs/watched-transport.ts';
import { listedName } from '../config/input/did-you-mean.ts';
import type { Outcome, Request } from '../wire/exchange.ts';
import { header } from '../wire/media-type.ts';
import { printable } from '../wire/printable.ts';

const help = `Usage: npm run rehearse -- --clause <id> [flags]

Judges one clause against the reference, in-process and in virtual time; prints each exchange, then the judgement.

  --clause <id>      The clause to judge, with its properties
  --fault <name>     Break the contract in one way; may be repeated
  --choice <name>    Decide an open point in another way; may be repeated
  --seed <integer>   Seed of everything generated (default: 1)
  --list             List clauses, faults and choices, and exit
  --help             Print this, and end
`;

/** The command line of the rehearsal of one clause. Sets exit code 2 for arguments that cannot be used. */
export async function main(argv: readonly string[]): Promise<void> {
  await unlessRefused('rehearse', async () => {
    const wished = readArguments(argv);
    if (wished.help || wished.list) return void process.stdout.write(wished.help ? help : catalogue());
    process.stdout.write(await play(wished));
  });
}

type Wished = ReturnType<typeof readArguments>;

async function play({ clause, faults: broken, choices: chosen, seed }: Wished): Promise<string> {
  const secrets = embeddedTokens().map(({ label, token }) => ({ label, secret: token }));
  const exchanges: Passed[] = [];
  let part = 'Discovery';
  const marked = whereChecksAre(plan, (now) => {
    part = now;
  });
  const properties = plan.evidence.filter((evidence) => evidence.clause === clause).map(({ name }) => name);
  const { judgements, record } = await rehearse({
    plan: marked,
    faults: broken,
    choices: chosen,
    seed,
    selected: new Set([clause, ...properties]),
    around: (transport) =>
      watchedTransport(
        transport,
        (exchange) => exchanges.push(exchange),
        () => part,
      ),
  });
  const layers = [...broken, ...chosen].join(', ');
  return [
    ...asTranscript(exchanges, createRedaction(secrets)),
    `${clause} against the reference${layers === '' ? '' : ` (${layers})`}, seed ${seed}`,
    ...judgementLines(clause, judgements.get(clause)),
    ...(record.aborted === undefined ? [] : [`  the run stopped: ${record.aborted.text}`]),
    '',
  ].join('\n');
}

/** The same plan, whose checks report when the first of them begins and when the last of them has ended. */
function whereChecksAre(all: Plan, say: (part: string) => void): Plan {
  let under = 0;
  const marked = (check: (on: Stage) => Promise<void>) => async (on: Stage) => {
    under += 1;
    say('The check');
    await check(on).finally(() => {
      under -= 1;
      if (under === 0) say('Clean-up');
    });
  };
  return {
    sections: all.sections.map((section) => ({
      ...section,
      clauses: section.clauses.map((clause) =>
        clause.check === undefined ? clause : { ...clause, check: marked(clause.check) },
      ),
    })),
    evidence: all.evidence.map((evidence) => ({ ...evidence, check: marked(evidence.check) })),
  };
}

function judgementLines(id: string, judgement: Judgement | undefined): readonly string[] {
  const stated = plan.sections.flatMap(({ clauses }) => clauses).find((clause) => clause.id === id);
  if (judgement === undefined) return ['  verdict    none: not judged'];
  const { verdict, premise, checks, reason, observed, suspect, findings } = judgement;
  return [
    `  verdict    ${verdict}${suspect ? ', suspect' : ''}; premise reached in ${premise} of ${checks} samples`,
    `  contract   ${stated?.statement ?? ''}`,
    ...(stated?.sends === undefined ? [] : [`  sends      ${stated.sends}`]),
    `  violation  ${stated?.violation ?? ''}`,
    ...(reason === undefined ? [] : [`  reason     ${reason.code}: ${reason.text}`]),
    ...(observed === undefined ? [] : [`  observed   ${jsonLine(observed)}`]),
    ...findings.flatMap(({ expected, got, reproduced }) => [
      `  expected   ${expected}`,
      `  got        ${got} (${reproduced})`,
    ]),
    `  stated in  ${statedPlace(id) ?? 'an unknown place'}`,
  ];
}

const flags = { ...layerFlags, clause: { type: 'string' }, seed: { type: 'string' } } as const;

function readArguments(argv: readonly string[]) {
  const values = plainFlags(argv, flags);
  const ends = values.help === true || values.list === true;
  const ids = plan.sections.flatMap(({ clauses }) => clauses.map(({ id }) => id as string));
  if (values.clause === undefined && !ends)
    throw refusal(
      '--clause',
      'nothing',
      'the id of a clause',
      'For example: --clause 4.10/conflict-on-mismatch',
    );
  return {
    clause: ends ? '' : listedName('--clause', ids, values.clause ?? ''),
    ...layersOf(values),
    seed: seedFrom(values.seed ?? '1'),
  };
}

function seedFrom(text: string): number {
  if (/^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31) return Number(text);
  throw refusal('--seed', quoted(text), 'a 32-bit integer', 'For example: --seed 7');
}

function catalogue(): string {
  const clauses = plan.sections
    .flatMap((section) => section.clauses)
    .map(({ id, level, statement }) => `  ${id}\n      ${level}: ${statement}\n`);
  return `Clauses:\n${clauses.join('')}\n${layerCatalogue({ faults: 'Faults:', choices: 'Choices:' })}`;
}

/** The exchanges below the parts of the run that they belong to; times are virtual milliseconds since the start. */
function asTranscript(exchanges: readonly Passed[], redact: Redact): readonly string[] {
  const parts = [...new Set(exchanges.map(({ part }) => part))];
  return parts.flatMap((part) => {
    const own = exchanges.filter((exchange) => exchange.part === part);
    return [
      `${part} (exchanges: ${own.length})`,
      ...own.flatMap((exchange) => exchangeLines(exchange, redact)),
      '',
    ];
  });
}

function exchangeLines({ request, outcome, manner }: Passed, redact: Redact): readonly string[] {
  const at = `${Math.round(outcome.sentAt)} ms`.padStart(9);
  return [
    `${at}  ${redact(`${request.method} ${request.target}`)}${textOf(request.body, redact)}`,
    `           as ${callerOf(request, redact)}${manner === undefined ? '' : `, ${manner}`}`,
    `        <- ${labelOf(outcome)}${outcome.kind === 'answer' ? textOf(outcome.body, redact) : ''}`,
  ];
}

function callerOf({ headers }: Request, redact: Redact): string {
  const credentials = header(headers, 'authorization');
  if (credentials === undefined) return 'no token';
  return (
    /^Bearer <(?:CONFORMANCE_TOKEN_)?(.*)>$/.exec(redact(credentials))?.[1] ?? printable(credentials, 40)
  );
}

function labelOf(outcome: Outcome): string {
  return outcome.kind === 'answer' ? String(outcome.status) : `${outcome.failure}: ${outcome.detail}`;
}

function textOf(body: Uint8Array | undefined, redact: Redact): string {
  if (body === undefined || body.length === 0) return '';
  return ` ${printable(redact(new TextDecoder().decode(body)), 2_000)}`;
}

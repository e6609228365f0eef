import { createNoted } from '../../judging/surveys/noted-create.ts';
import { inScope } from '../../run/options.ts';
import { namesWith } from '../../contract/traits.ts';
import { accessRound } from '../../judging/access/access-round.ts';
import { createBodies } from '../../implementation/create-body.ts';
import type { Exchange } from '../../history/exchange.ts';
import { mentions, mentionsAt } from '../../wire/json/pointer.ts';
import { wantOfCreate } from '../../implementation/reasons.ts';
import { requireWrites } from '../../implementation/read-only.ts';
import type { Stage } from '../../implementation/stage.ts';
import { laterPages, showsAll } from '../../judging/surveys/later-pages.ts';
import { creatingCase } from '../../judging/access/token-cases.ts';
import { oddAnswersTo } from '../../judging/answers/unknown-targets.ts';
import { observedMember } from '../../clause/declarations.ts';
import type { OpenStatement } from '../../clause/section.ts';
import { operation } from '../../contract/endpoints.ts';
import {
  drawnCreates,
  membersOfCreates,
  refusedUndeclared,
  takenSupply,
  tryMembers,
} from '../../judging/surveys/members-taken.ts';

/** At least one body with a well-typed objectTypeProperty is accepted (4.6). */
export async function judgeTypedBody(on: Stage): Promise<void> {
  requireWrites(on);
  const sample = on.profile.samples?.['4.6']?.body;
  if (sample !== undefined) {
    const exchange = await on.ask('create', { as: on.writer, json: sample, bodyIs: 'either' });
    if (exchange.succeeded) on.held();
    else if (exchange.is('noise')) on.noise(exchange.label);
    else
      on.violated({
        expected: 'the declared sample to be accepted',
        deviation: { kind: 'status' },
        exchanges: [exchange],
      });
    return;
  }
  if (on.facts.createBody !== undefined) return on.held();
  const answers: Exchange[] = [];
  for (const body of createBodies)
    answers.push(await on.ask('create', { as: on.writer, json: body(on.canary()) }));
  if (answers.some(({ succeeded }) => succeeded)) return on.held();
  const crashes = answers.filter((one) => one.is('fault'));
  const read = await on.ask('query');
  if (crashes.length === answers.length && (read.succeeded || read.is('turned away')))
    on.violated({
      expected: 'a well-typed body to be accepted',
      deviation: { kind: 'status' },
      exchanges: crashes.slice(-1),
      reproduced: `${crashes.length}/${answers.length}`,
    });
  else if (answers.some((one) => one.is('noise'))) on.noise('creates were lost');
  else {
    const { text, ...supplied } = wantOfCreate(answers.at(-1));
    const before = answers.slice(0, -1).map(({ label }) => `${label}, `);
    on.undecided(
      'refused-by-unknown-validation',
      `well-typed bodies were answered ${before.join('')}${text}`,
      {
        ...supplied,
        exchanges: answers.slice(-1),
      },
    );
  }
}

/** The most refused creates that are searched for one by one, each by a different caller. */
const mostSought = 12;

/** No list shows the content of a refused create (4.6). */
export async function judgeRefusedCreates(on: Stage): Promise<void> {
  await accessRound(on, creatingCase);
  const accepted = on.canary();
  const { own: made } = await on.create(accepted);
  if (made !== undefined) on.keep(made);
  await on.until('late');
  const canaries = on.refusedWrites.filter(
    ({ endpoint, canary }) => endpoint === 'create' && canary !== undefined,
  );
  const filtered = (canary: string): Promise<Exchange> =>
    on.ask('query', { query: [['stringParameter', canary]] });
  const [own, ...wide] = await Promise.all([
    filtered(accepted),
    ...inScope(on.options, namesWith('shows', 'list')).map((name) => on.ask(name)),
  ]);
  // If lists show only some resources, a filter that finds created resources would also find those that
  // should not exist.
  const isPartial = mentions(own.value, accepted) && !wide.some(({ value }) => mentions(value, accepted));
  // A filter whose answer repeats the query also "finds" content that was never sent.
  const never = on.canary();
  const isEcho = isPartial && mentions((await filtered(never)).value, never);
  const ofEach = canaries.filter(
    ({ exchange: { caller } }, at) => canaries.findIndex(({ exchange }) => exchange.caller === caller) === at,
  );
  const sought = isPartial && !isEcho ? ofEach.slice(0, mostSought) : [];
  const further = isPartial || showsAll(on, wide, accepted) ? [] : await laterPages(on);
  const looks = [
    ...wide,
    own,
    ...further,
    ...(await Promise.all(sought.map(({ canary }) => filtered(canary ?? '')))),
  ];
  const found = canaries.flatMap((write) =>
    looks
      .filter(({ succeeded, value }) => succeeded && mentions(value, write.canary ?? ''))
      .map((look) => ({ write, look })),
  );
  for (const { write, look } of found)
    on.violated({
      expected: 'no effect of a refused create',
      got: `${write.canary} of the create that was answered ${write.exchange.label} to ${write.exchange.caller.label}`,
      deviation: { kind: 'holds', text: write.canary ?? '' },
      exchanges: [write.exchange, { exchange: look, pointer: mentionsAt(look.value, write.canary ?? '') }],
    });
  if (found.length > 0) return;
  if (canaries.length > 0) on.held();
  else on.discarded('premise-failed', 'no create was refused');
}

/** Observes the outcome of a create labelled text/plain (4.6). */
export async function observeWrongContentType(on: Stage): Promise<void> {
  requireWrites(on);
  const body = new TextEncoder().encode(
    JSON.stringify({ objectTypeProperty: { arrayOfStringExample: [on.canary()] } }),
  );
  const exchange = await createNoted(on, { as: on.writer, body, contentType: 'text/plain' });
  if (exchange.is('noise')) return;
  on.observe({ status: exchange.status ?? 0, reaction: exchange.succeeded ? 'accept' : 'reject' });
}

/** Observes the outcome of a create that is not JSON, and of a create with ill-typed members (4.6). */
export async function observeMalformedBody(on: Stage): Promise<void> {
  requireWrites(on);
  const broken = await createNoted(on, {
    as: on.writer,
    body: new TextEncoder().encode(
      `{"objectTypeProperty":{"arrayOfStringExample":[${JSON.stringify(on.canary())}]`,
    ),
    contentType: 'application/json',
    bodyIs: 'ill-typed',
  });
  const illTyped = await createNoted(on, {
    as: on.writer,
    json: { objectTypeProperty: { arrayOfIntExample: 'a', arrayOfStringExample: [on.canary()] } },
    bodyIs: 'ill-typed',
  });
  const statuses = [broken, illTyped].filter((one) => one.is('turned away')).map(({ status }) => status ?? 0);
  on.observe(
    { notJson: broken.label, illTyped: illTyped.label, statuses: [...new Set(statuses)] },
    { suspect: oddAnswersTo('A create whose body is not JSON', [broken]) },
  );
}

/** Observes the outcome of a create with an undocumented member (4.6). */
export async function observeAdditionalMembers(on: Stage): Promise<void> {
  requireWrites(on);
  const exchange = await createNoted(on, {
    as: on.writer,
    json: { objectTypeProperty: { arrayOfStringExample: [on.canary()] }, undocumentedMember: 'a' },
  });
  if (!exchange.is('noise')) on.observe({ status: exchange.status ?? 0 });
}

const names = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Observes which documented members of a create are accepted (4.6); compared with `fields.refused`. */
export const membersAreTaken: OpenStatement<Stage> = {
  statement: 'Which documented members a create may contain.',
  sends: `all requests of the run to ${operation('create')}; if no accepted body had a member, that member with up to six values`,
  rationale:
    'Bounds are not shown, so any value may be refused; a member that is refused with every value is suspect, since the contract documents it.',
  phase: 'overwrites',
  declares: [
    {
      key: 'fields.refused',
      met: (declared, observed) => {
        const taken = names(observedMember(observed, 'taken'));
        const refused = names(observedMember(observed, 'refused'));
        if (names(declared).some((name) => taken.includes(name))) return false;
        return names(declared).every((name) => refused.includes(name)) ? true : undefined;
      },
      untold: () => 'a declared member was in no accepted create, and was tried with too few values',
    },
  ],
  check: async (on) => {
    requireWrites(on);
    await tryMembers(on);
    const { taken, refused } = membersOfCreates(on.world);
    if (taken.length === 0 && refused.length === 0)
      return on.discarded('premise-failed', 'no create was accepted');
    const suspects = refusedUndeclared(on.world);
    await on.until('end');
    on.observe(
      { taken, refused, creates: await drawnCreates(on) },
      {
        suspect: suspects.length > 0 && {
          why: `Creates that contain ${suspects.join(' or ')} are refused with any value, though the contract documents it; ${takenSupply(on.world, suspects)} settles it.`,
        },
      },
    );
  },
};

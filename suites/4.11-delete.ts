import * as access from '../run/access.ts';
import { memberOf, observedMember, statusesOf } from '../run/declarations.ts';
import type { Exchange } from '../run/exchange.ts';
import { changeTo } from '../run/mismatch.ts';
import { readOwn, update, versionOf, versionToState, type OwnResource } from '../run/own-resource.ts';
import { deleteOwn, withDoomed } from '../run/doomed.ts';
import { judgeEffect } from '../run/effect-of-delete.ts';
import { judgeRefusedDeletes, refusableDelete } from '../run/refused-deletes.ts';
import { judgeResourceAnswers } from '../run/representation.ts';
import { answersWithoutServerError } from '../run/server-errors.ts';
import { section } from '../run/section.ts';
import { judgeSiblings } from '../run/siblings.ts';
import { settles } from '../run/settle.ts';
import type { Stage } from '../run/stage.ts';
import { JsonNumber } from '../wire/json.ts';

const removing = refusableDelete('delete');

export const remove = section('4.11', 'DELETE /{projectKey}/resource/{id}', ({ must, open }) => {
  must('4.11/route-exists', {
    statement: 'DELETE on an existing id is an operation of the implementation.',
    violation: 'A delete of an existing resource by a sufficient caller is answered 405 or 501, three times.',
    rationale: '405 and 501 are the server saying that it does not support the method there.',
    check: async (on) => {
      if ((await plainDelete(on)).succeeded) return on.held();
      await withDoomed(on, async (doomed) => {
        const answers: Exchange[] = [];
        for (let attempt = 0; attempt < 3; attempt += 1) {
          const exchange = await deleteOwn(on, doomed);
          if (exchange.kind === 'noise') on.noise(exchange.label);
          else if (exchange.status === 405 || exchange.status === 501) answers.push(exchange);
          else return on.held();
        }
        if (answers.length === 3)
          on.violated({
            expected: 'DELETE to be supported',
            got: answers.at(-1)?.label ?? '',
            exchanges: answers.slice(-1),
            reproduced: '3/3',
          });
      });
    },
  });

  must(
    '4.11/answers-without-server-error',
    answersWithoutServerError(
      async (on, attempt) =>
        attempt === 0
          ? await plainDelete(on)
          : await withDoomed(on, async (doomed) => await deleteOwn(on, doomed)),
      ({ facts }) => facts.readable,
    ),
  );

  must('4.11/answers-with-a-resource', {
    statement: 'A successful answer is an ExampleResource as JSON: an object with a version.',
    violation: 'A 2xx answer whose body is empty, is not a JSON object, or has no version.',
    rationale: 'Whether it shows the state before or after is free, and so is the status.',
    phase: 'end',
    check: (on) => Promise.resolve(judgeResourceAnswers(on, 'remove')),
  });

  must('4.11/has-an-effect', {
    statement: 'A successful delete has some observable effect on the resource.',
    violation:
      'After the longest lag, be it once more, the resource reads exactly as before, with its version, lists still show it where they did, and an update with that version is still accepted, on three resources, untouched before or updated.',
    rationale:
      'Disappearance, a mark, another version, any changed member or the refusal of updates all count as an effect; what becomes of a deleted resource is not shown.',
    check: judgeEffect,
  });

  must('4.11/deletes-the-named-resource', {
    statement: 'A delete touches the resource that its path names, and no other.',
    violation:
      'After a successful delete another resource of our own is persistently unreadable, or differs in its documented members.',
    rationale: 'Nobody else knows the other resource, and its version is not compared.',
    phase: 'races',
    blocks: 'when-seen',
    check: (on) => judgeSiblings(on, 'delete'),
  });

  must('4.11/bare-delete-finds-the-resource', {
    statement: 'A delete of a resource that can be read is not answered as if it did not exist.',
    violation:
      'Between two reads that succeed, a delete by the same manage_test token is answered 404, on three resources older than the lag.',
    rationale:
      'The reads prove the resource, its id and the token. Refusals for want of a version are only observed.',
    check: async (on) => {
      if ((await plainDelete(on)).succeeded) return on.held();
      const seen: Exchange[] = [];
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const round = await withDoomed(on, async (doomed) => {
          const exchange = await deleteOwn(on, doomed);
          if (exchange.status !== 404) return { exchange, missing: false };
          const rest = doomed.lastWriteAt + on.grace.readMs - on.clock.now();
          if (rest > 0) await on.clock.sleep(rest);
          const before = await readOwn(on, doomed, on.writer);
          const again = await deleteOwn(on, doomed);
          const after = await readOwn(on, doomed, on.writer);
          return { exchange: again, missing: before.succeeded && again.status === 404 && after.succeeded };
        });
        if (round.exchange.succeeded)
          return seen.length > 0
            ? on.undecided('flaky', 'a delete was answered 404, and not every time')
            : on.held();
        if (round.exchange.kind === 'noise') return on.noise(round.exchange.label);
        if (!round.missing)
          return on.undecided('premise-failed', `a bare delete was answered ${round.exchange.label}`, {
            supply: '"delete": {"versionParam": "version"}',
            exchanges: [round.exchange],
          });
        seen.push(round.exchange);
      }
      on.violated({
        expected: 'the resource to be found',
        got: '404',
        exchanges: seen.slice(-1),
        reproduced: '3/3',
      });
    },
  });

  must('4.11/manage-test-suffices', {
    statement: 'A live token with manage_test is let in.',
    violation:
      'On three resources of our own, a token with manage_test that is let in elsewhere is answered 401 or 403 and never deleted one.',
    rationale: 'The token made the resources; mixed answers decide nothing.',
    check: async (on) => {
      if ((await plainDelete(on)).succeeded) return on.held();
      const answers: Exchange[] = [];
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const exchange = await withDoomed(on, (doomed) => deleteOwn(on, doomed));
        if (exchange.succeeded)
          return answers.length > 0
            ? on.undecided('flaky', 'the token was refused, and not every time')
            : on.held();
        if (exchange.kind === 'noise') return on.noise(exchange.label);
        answers.push(exchange);
        if (exchange.status !== 401 && exchange.status !== 403)
          return on.undecided('premise-failed', `a delete was answered ${exchange.label}`, {
            exchanges: [exchange],
          });
      }
      on.violated({
        expected: 'the token with manage_test to be let in',
        got: answers.at(-1)?.label ?? '',
        exchanges: answers.slice(-1),
        reproduced: '3/3',
      });
    },
  });

  must('4.11/refused-without-token', access.refusedWithoutToken(removing));
  must('4.11/refused-to-unknown-token', access.refusedToUnknownToken(removing));
  must('4.11/refused-to-other-scopes', access.refusedToOtherScopes(removing));
  must('4.11/refused-to-no-scope', access.refusedToNoScope(removing));
  must('4.11/refused-to-other-project', access.refusedToOtherProject(removing));

  must('4.11/refused-delete-has-no-effect', {
    statement: 'A delete that was refused leaves the resource as it was, then and later.',
    violation:
      'After deletes that were refused to insufficient callers the resource cannot be read any more, or its version or documented members have changed, though a resource that nobody touched is as it was.',
    rationale:
      'Nobody else knows the resource; members that the contract does not document are not compared.',
    check: (on) => judgeRefusedDeletes(on, removing),
  });

  open('4.11/success-status', {
    statement: 'The status of a successful delete.',
    rationale: 'It is not shown.',
    phase: 'end',
    declares: [statusesOf('success.4.11')],
    check: (on) => {
      const statuses = [...on.recorder.successes('remove').statuses.keys()];
      if (statuses.length > 0) on.observe({ statuses });
      return Promise.resolve();
    },
  });

  open('4.11/afterwards', {
    statement:
      'What a read of a deleted resource, a second delete, a late update and one beside a delete are answered.',
    rationale: 'States and transitions are not shown.',
    declares: [memberOf('delete.after', 'after'), memberOf('delete.repeat', 'repeat')],
    check: async (on) => {
      const raced = await racedByUpdate(on);
      await withDoomed(on, async (doomed) => {
        const exchange = await deleteOwn(on, doomed);
        if (!exchange.succeeded)
          return on.discarded('premise-failed', `the delete was answered ${exchange.label}`);
        let read = await readOwn(on, doomed);
        await settles(on.clock, { since: on.clock.now(), ms: 600 }, async () => {
          read = await readOwn(on, doomed);
          return !read.succeeded;
        });
        const second = await deleteOwn(on, doomed);
        const late = await update(on, doomed, new JsonNumber(versionOf(exchange.value) ?? '1'), [
          changeTo(on.canary()),
        ]);
        const after =
          read.status === 404
            ? '404'
            : read.status === 410
              ? '410'
              : read.succeeded
                ? 'softDeleted'
                : undefined;
        const repeat = second.succeeded ? '2xx' : second.kind === 'refusal' ? '4xx' : undefined;
        on.observe({
          read: read.label,
          second: second.label,
          update: late.label,
          ...(after === undefined ? {} : { after }),
          ...(repeat === undefined ? {} : { repeat }),
          ...(raced === undefined ? {} : { raced }),
        });
      });
    },
  });

  open('4.11/version-parameter', {
    statement:
      'Whether a delete without a version is accepted, and one with the declared parameter that states it.',
    rationale: 'No version parameter is documented, and none is excluded.',
    declares: [
      {
        key: 'delete.versionParam',
        met: (declared, observed) =>
          asBoolean(observedMember(observed, declared === 'none' ? 'bare' : 'stated')),
        draft: (observed) => (observedMember(observed, 'bare') === true ? 'none' : undefined),
      },
    ],
    check: async (on) => {
      // Whoever has a resource must not wait for another one who wants it as well.
      await plainDelete(on);
      await withDoomed(on, async (doomed) => {
        const exchange = await on.ask('remove', { path: { id: doomed.id }, as: on.writer });
        if (exchange.kind === 'noise') return;
        const parameter = on.profile.delete?.versionParam;
        const stated =
          parameter === undefined || parameter === 'none' ? undefined : await statedIsAccepted(on, doomed);
        on.observe(
          {
            answer: exchange.label,
            bare: exchange.succeeded,
            ...(stated === undefined ? {} : { stated }),
          },
          { suspect: [400, 409, 428].includes(exchange.status ?? 0) },
        );
      });
    },
  });

  open('4.11/unknown-id', {
    statement: 'How the delete of an id that does not exist is answered.',
    rationale: 'Error codes other than 409 are not shown.',
    declares: [statusesOf('refusal.unknownId')],
    check: async (on) => {
      if (on.options.readOnly) return on.discarded('read-only', 'the run may not write');
      const exchange = await on.ask('remove', {
        path: { id: `unknown-${on.random.word(12)}` },
        as: on.writer,
        unknownTarget: true,
      });
      if (exchange.kind !== 'noise')
        on.observe({ status: exchange.status ?? 0 }, { suspect: exchange.succeeded });
    },
  });
});

/** An update and a delete of one resource at once: whichever comes first, any answers and any end are legitimate. */
async function racedByUpdate(
  on: Stage,
): Promise<{ readonly update: string; readonly delete: string } | undefined> {
  return await withDoomed(on, async (doomed) => {
    const stated = await versionToState(on, doomed);
    if (stated === undefined) return undefined;
    const [late, gone] = await Promise.all([
      update(on, doomed, new JsonNumber(stated), [changeTo(on.canary())]),
      deleteOwn(on, doomed),
    ]);
    return { update: late.label, delete: gone.label };
  });
}

/** A delete of a resource of our own by manage_test: where it succeeds, it tells several clauses all they ask. */
function plainDelete(on: Stage): Promise<Exchange> {
  return on.shared('plain delete', () => withDoomed(on, (doomed) => deleteOwn(on, doomed)));
}

/**
 * Whether a delete that states the version by the declared parameter is accepted: by one that took place, else on the
 * resource at hand, three times with the version that is read later than any lag.
 */
async function statedIsAccepted(on: Stage, doomed: OwnResource): Promise<boolean | undefined> {
  if ((await plainDelete(on)).succeeded) return true;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const rest = doomed.lastWriteAt + on.grace.readMs - on.clock.now();
    if (rest > 0) await on.clock.sleep(rest);
    if (!(await readOwn(on, doomed)).succeeded) return undefined;
    const exchange = await deleteOwn(on, doomed);
    if (exchange.succeeded) return true;
    if (exchange.kind !== 'refusal') return undefined;
  }
  return false;
}

function asBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

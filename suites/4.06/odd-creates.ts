import { oddAnswersTo } from '../../judging/answers/unknown-targets.ts';
import type { Exchange } from '../../history/exchange.ts';
import { requireWrites } from '../../implementation/read-only.ts';
import type { Stage } from '../../implementation/stage.ts';

/** Observes the outcome of a create labelled text/plain (4.6). */
export async function observeWrongContentType(on: Stage): Promise<void> {
  requireWrites(on);
  const body = new TextEncoder().encode(
    JSON.stringify({ objectTypeProperty: { arrayOfStringExample: [on.canary()] } }),
  );
  const exchange = await on.ask('create', { as: on.writer, body, contentType: 'text/plain' });
  noteId(on, exchange);
  if (exchange.is('noise')) return;
  on.observe({ status: exchange.status ?? 0, reaction: exchange.succeeded ? 'accept' : 'reject' });
}

/** Observes the outcome of a create that is not JSON, and of a create with ill-typed members (4.6). */
export async function observeMalformedBody(on: Stage): Promise<void> {
  requireWrites(on);
  const broken = await on.ask('create', {
    as: on.writer,
    body: new TextEncoder().encode(
      `{"objectTypeProperty":{"arrayOfStringExample":[${JSON.stringify(on.canary())}]`,
    ),
    contentType: 'application/json',
    bodyIs: 'ill-typed',
  });
  const illTyped = await on.ask('create', {
    as: on.writer,
    json: { objectTypeProperty: { arrayOfIntExample: 'a', arrayOfStringExample: [on.canary()] } },
    bodyIs: 'ill-typed',
  });
  noteId(on, broken);
  noteId(on, illTyped);
  const statuses = [broken, illTyped].filter((one) => one.is('turned away')).map(({ status }) => status ?? 0);
  on.observe(
    { notJson: broken.label, illTyped: illTyped.label, statuses: [...new Set(statuses)] },
    { suspect: oddAnswersTo('A create whose body is not JSON', [broken]) },
  );
}

/** Observes the outcome of a create with an undocumented member (4.6). */
export async function observeAdditionalMembers(on: Stage): Promise<void> {
  requireWrites(on);
  const exchange = await on.ask('create', {
    as: on.writer,
    json: { objectTypeProperty: { arrayOfStringExample: [on.canary()] }, undocumentedMember: 'a' },
  });
  noteId(on, exchange);
  if (!exchange.is('noise')) on.observe({ status: exchange.status ?? 0 });
}

/** Any resource that an odd create has made is deleted again. */
function noteId(on: Stage, exchange: Exchange): void {
  if (exchange.succeeded) on.noteCreated(exchange);
}

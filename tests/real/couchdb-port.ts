import { randomUUID } from 'node:crypto';
import type { Answer, StartedExample } from './started-example.ts';

/** What a later read shows of members that were stored so, or the answer that refused them. */
export async function storedMembers(
  at: StartedExample,
  objectTypeProperty: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const path = `/demo/${randomUUID()}`;
  const put = await at.ask('PUT', path, { objectTypeProperty });
  if (put.status !== 201) return put.status;
  return ((await at.ask('GET', path)).body as { readonly objectTypeProperty: unknown }).objectTypeProperty;
}

/** Statuses of updates with a revision that is not the current one: the one that was left, and one ahead of it. */
export async function otherRevisions(at: StartedExample): Promise<readonly number[]> {
  const path = `/demo/${randomUUID()}`;
  const revisionOf = ({ body }: Answer): string => (body as { readonly rev: string }).rev;
  const put = (members: Readonly<Record<string, unknown>>): Promise<Answer> =>
    at.ask('PUT', path, { objectTypeProperty: {}, ...members });
  const left = revisionOf(await put({}));
  const current = revisionOf(await put({ _rev: left, someProperty: 'as it is' }));
  const ahead = current.replace(/^\d+/, '7919');
  const answers = [await put({ _rev: left, someProperty: 'as it is' }), await put({ _rev: ahead })];
  return answers.map(({ status }) => status);
}

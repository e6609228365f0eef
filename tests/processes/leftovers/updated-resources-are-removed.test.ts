import { describe, expect, test } from 'vitest';
import { createReference } from '../../../reference/create.ts';
import type { PolicyOverride } from '../../../reference/policy.ts';
import { latest } from '../../../reference/state.ts';
import { started, stillThere } from '../../support/leftovers/interrupted-run.ts';
import { leftResources } from '../../support/leftovers/left-resources.ts';
import { runCommand } from '../../support/started-command.ts';

/** An update changes the first text of the content, in which a create has put the mark of the run. */
const changesFirstText: PolicyOverride = (base) => ({
  applied: (before, actions) => {
    const after = base.applied(before, actions);
    const texts = after.objectTypeProperty['arrayOfStringExample'];
    if (after.someProperty === before.someProperty || !Array.isArray(texts)) return after;
    const changed = [after.someProperty ?? '', ...texts.slice(1)];
    return { ...after, objectTypeProperty: { ...after.objectTypeProperty, arrayOfStringExample: changed } };
  },
  represented: ({ someProperty: _never, ...snapshot }, call) => base.represented(snapshot, call),
});

const mark = /z[0-9a-f]{8}/i;
const shows = (content: unknown): boolean => mark.test(JSON.stringify(content));

describe('clean after a run that was killed', () => {
  test.each([
    ['to nothing', (texts: readonly string[]) => texts[0] === ''],
    ['to a plain text', (texts: readonly string[]) => texts[0] !== ''],
  ])('removes a resource from which an update %s took the mark', async (_what, isMeant) => {
    const reference = createReference({ policy: [changesFirstText] });
    /** Resources that are there, were made with the mark, and show it no more. */
    const unmarked = (): boolean =>
      [...(reference.state.projects.get('demo')?.resources.values() ?? [])].some((one) => {
        const { deleted, objectTypeProperty: content } = latest(one);
        const texts = content['arrayOfStringExample'];
        const wasMarked = shows(one.history[0]?.snapshot.objectTypeProperty);
        const isUnmarked = wasMarked && !deleted && !shows(content);
        return isUnmarked && Array.isArray(texts) && isMeant(texts.map(String));
      });
    let isUnderWay = true;
    const never = new Promise<void>(() => undefined);
    const run = await started({ reference, holds: () => (isUnderWay && unmarked() ? never : undefined) });
    await run.interrupt('SIGKILL', unmarked);
    isUnderWay = false;
    expect(unmarked()).toBe(true);
    const { code, stdout, stderr } = await runCommand(run.cwd, ['clean'], run.env);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: expect.stringMatching(/ removed\n$/), stderr: '' });
    expect(stillThere(reference)).toEqual([]);
  }); // prettier-ignore

  test('leaves a resource with other texts or numbers under an id that the run once had', async () => {
    const left = await leftResources(1);
    const theirs = await left.create(['theirs']);
    const empty = await left.create([]);
    const line = (id: string): string =>
      JSON.stringify({ kind: 'made', id, projectKey: 'demo', created: '2026-01-02T03:04:05.000Z', rests: ['0a'] });
    left.write(`${[...left.lines, line(theirs), line(empty)].join('\n')}\n`);
    const { code, stdout } = await runCommand(left.cwd, ['clean'], left.env);
    expect(code).toBe(3);
    expect(stdout).toContain('1 removed, 2 may be left');
    expect(stillThere(left.reference).map(({ id }) => id)).toEqual([theirs, empty]);
  }); // prettier-ignore
});

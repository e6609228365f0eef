import { createHash } from 'node:crypto';
import type { Judgement } from '../../../clause/judgement.ts';
import type { Finding } from '../../../clause/sample.ts';
import type { Rehearsed } from '../../../config/runs/rehearsal.ts';

/**
 * What a run came to, without a word of its prose: the verdict, then of each clause that is not a pass, an observation
 * or a field that was never seen its verdict, the code of its reason, the number of its findings, and a digest of what
 * they rest on.
 */
export function verdictLine({ statement, judgements }: Rehearsed): string {
  const told = [...judgements].flatMap(([id, judgement]) => outcome(id, judgement));
  return [statement.verdict, ...told].join(' ');
}

function outcome(id: string, { verdict, reason, findings, suspect }: Judgement): readonly string[] {
  const usual = ['pass', 'observed'].includes(verdict) || reason?.code === 'field-never-seen';
  if (usual && !suspect && findings.length === 0) return [];
  const mark = suspect ? '?' : '';
  const count = findings.length === 0 ? '' : `:${findings.length}~${digestOf(findings)}`;
  return [`${id}=${verdict}${mark}${reason === undefined ? '' : `:${reason.code}`}${count}`];
}

/** Other digits where another kind of deviation was found, another number of times, or shown by other exchanges. */
function digestOf(findings: readonly Finding[]): string {
  const facts = findings.map(({ deviation, reproduced, story = [], exchanges }) =>
    [
      deviation?.kind,
      deviation !== undefined && 'pointer' in deviation && deviation.pointer,
      reproduced,
      ...story.map(({ role, culprit, exchange }) => {
        const { request, answer } = exchanges[exchange] ?? {};
        return `${role}${culprit ? '!' : ''} ${request?.method} ${answer?.status}`;
      }),
    ].join(', '),
  );
  return createHash('sha256').update(facts.toSorted().join('\n')).digest('hex').slice(0, 4);
}

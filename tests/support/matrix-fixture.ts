import { defined } from '../../clause/defined.ts';
import type { Judgement, Level } from '../../clause/judgement.ts';
import type { RegisterEntry, ReportInput, RunRecord } from '../../clause/report.ts';
import type { Finding, Reason } from '../../clause/sample.ts';

/** A judgement with nothing seen but what is given. */
export function judgement(verdict: Judgement['verdict'], more: Partial<Judgement> = {}): Judgement {
  return { verdict, premise: 3, checks: 3, suspect: false, findings: [], ...more };
}

export function because(code: Reason['code'], text: string, supply?: string): Pick<Judgement, 'reason'> {
  return { reason: { code, text, ...defined({ supply }) } };
}

export const finding: Finding = {
  expected: '409',
  got: '200',
  reproduced: '3/3',
  seed: 7,
  path: '0:1',
  counterexample: { distance: -1, actions: [] },
  curl: `curl -sS -i -X POST https://api.example.com/v1/demo/resource/r9 -H "Authorization: Bearer $CONFORMANCE_TOKEN_MANAGE_TEST" --data-raw '{"version":0,"actions":[]}'`,
  exchanges: [
    {
      request: {
        method: 'POST',
        target: '/demo/resource/r9',
        headers: [['Authorization', 'Bearer <CONFORMANCE_TOKEN_MANAGE_TEST>']],
        body: '{"version":0,"actions":[]}',
      },
      answer: { status: 200, headers: [], body: '{"version":2}' },
      milliseconds: 3.1,
      curl: '',
    },
  ],
};

export function entry(id: string, level: Level = 'MUST', more: Partial<RegisterEntry> = {}): RegisterEntry {
  const part = id.slice(0, id.indexOf('/'));
  const section = part === 'declared' ? (/4\.\d+$/.exec(id)?.[0] ?? 'General') : part;
  return { id, section, level, statement: `What ${id} states.`, blocks: 'always', ...more };
}

export const record: RunRecord = {
  requests: 1_234,
  bytes: { written: 45_678, read: 56_789 },
  longestChain: 34,
  interrupted: false,
  leftovers: [],
  neverSeen: [],
};

/** A run in which everything passes, except what is given. */
export function reportInput(
  clauses: readonly (readonly [RegisterEntry, Judgement | undefined])[],
  more: Partial<Omit<ReportInput, 'settings'>> & { settings?: Partial<ReportInput['settings']> } = {},
): ReportInput {
  const { settings, ...rest } = more;
  return {
    suite: {
      name: 'resource-conformance',
      version: '0.1.0',
      contract: { title: 'Generic Resource API Reference', sha256: 'ab'.repeat(32) },
    },
    target: { baseUrl: 'https://api.example.com/v1', projectKey: 'demo', embedded: false },
    settings: {
      depth: 'ci',
      seed: -328_179_043,
      concurrency: 24,
      without: [],
      allowIncomplete: false,
      ...settings,
    },
    run: {
      id: '0123456789abcdef0123456789abcdef',
      startedAt: '2026-01-02T03:04:05.678Z',
      durationMs: 12_345,
      node: 'v20.20.2',
      shards: 1,
    },
    register: clauses.map(([one]) => one),
    judgements: new Map(clauses.flatMap(([{ id }, judged]) => (judged === undefined ? [] : [[id, judged]]))),
    evidence: [],
    gathered: new Map(),
    selected: new Set(clauses.map(([{ id }]) => id)),
    record,
    harnessErrors: [],
    ...rest,
  };
}

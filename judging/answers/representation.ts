import type { Stage } from '../../target/stage.ts';

/** Judges all successful answers of an endpoint whose one response is ExampleResource, as the run recorded them. */
export function judgeResourceAnswers(on: Stage, name: 'readById' | 'create' | 'remove'): void {
  const record = on.recorder.successes(name);
  if (record.judged === 0) return on.discarded('premise-failed', 'no request of this kind succeeded');
  const bad = [
    ...record.empty.map((evidence) => ({ got: 'an empty body', evidence })),
    ...record.notJson.map(({ why, evidence }) => ({ got: `a body that is ${why}`, evidence })),
    ...record.misshapen.map(({ got, evidence }) => ({ got, evidence })),
    ...on.recorder
      .field('ExampleResource.version')
      .deviations.filter((one) => one.endpoint === name && one.got === undefined && one.grade === 'violation')
      .map(({ evidence }) => ({ got: 'no version', evidence })),
  ];
  for (const { got, evidence } of bad)
    on.violatedWith({
      expected: 'an ExampleResource',
      got,
      reproduced: '1/1',
      exchanges: [evidence],
      curl: evidence.curl,
    });
  if (bad.length === 0) on.held();
}

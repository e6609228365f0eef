import { says } from '../../wire/status.ts';
import type { Ask } from '../../run/ask.ts';
import type { Stage } from '../../implementation/stage.ts';
import { withControl, report } from '../../judging/confirm.ts';
import { blockedBy } from '../../implementation/blocked-by.ts';

/** No resource could be read by its id alone: a documented parameter may have been missing. */
export async function judgeNeededParameter(on: Stage, id: string): Promise<void> {
  const read = (query: Ask['query'] = []) =>
    on.ask('readById', { path: { id }, query, as: on.reader, mayNotExist: true });
  const withAll = () =>
    read([
      ['optionalQueryParameter', 'a'],
      ['secondOptionalQueryParameter', 'a'],
    ]);
  const confirmed = await withControl(on, {
    control: withAll,
    probe: () => read(),
    deviates: (one) => says(one, 'invalid'),
  });
  if (['met', 'no-premise', 'lost'].includes(confirmed.kind))
    return on.discarded(...blockedBy('4.2/known-id-is-readable'));
  report(on, confirmed, {
    expected: 'the request without optional parameters to be accepted',
    deviation: 'the request without optional parameters was refused',
  });
}

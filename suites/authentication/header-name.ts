import { declaresStyle, isDeniedInStyle } from '../../judging/access/declared-style.ts';
import { answerText } from '../../judging/answers/answer-text.ts';
import { withControl, report } from '../../judging/confirm.ts';
import type { Stage } from '../../implementation/stage.ts';

/** Whether a request is granted access that names the header of its token in lower case. */
export async function judgeHeaderName(on: Stage): Promise<void> {
  const control = () => on.ask('query', { as: on.reader });
  const confirmed = await withControl(on, {
    control,
    probe: () => on.ask('query', { as: on.reader, authorizationName: 'authorization' }),
    deviates: (one) => one.is('refused'),
  });
  const [met] = confirmed.kind === 'met' ? confirmed.exchanges : [];
  if (met !== undefined && declaresStyle(on)) {
    const accepted = await control();
    if (await isDeniedInStyle(on, 'query', met, accepted))
      return on.undecided(
        'two-readings',
        `with authorization the answer was ${answerText(on, met)}, with Authorization ${answerText(on, accepted)}`,
        {
          readings: [
            'the request is refused in the declared refusal.style: grant it whatever the case of the name',
            'it is granted, and shown something else: an answer of the usual form leaves no doubt',
          ],
          exchanges: [met, accepted],
        },
      );
  }
  report(on, confirmed, {
    expected: 'the header to be understood when its name is in lower case',
    deviation: 'the request with authorization was refused',
  });
}

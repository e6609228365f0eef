import { says } from '../../wire/status.ts';
import type { Ask } from '../../run/ask.ts';
import {
  plainParameters,
  uploadAsk,
  uploadOrWhyNot,
  uploadWithParameters,
  withParameters,
  type Upload,
  upload,
} from './image-upload.ts';
import { insist } from '../../implementation/insist.ts';
import type { Stage } from '../../implementation/stage.ts';
import { judgeWithControl } from '../../judging/confirm.ts';
import { judgeCrash, judgeCrashes } from '../../judging/crashes.ts';
import { observeReactions } from '../../judging/parameters/parameter-reactions.ts';
import { beyondAscii } from '../../judging/surveys/rare-signs.ts';

type Pair = readonly [name: string, value: string];

function withPairs(on: Stage, how: Upload, pairs: readonly Pair[]): Ask {
  return uploadAsk(on, withParameters(how, pairs), how.picture.bytes, how.picture.type);
}

/** Documented parameters with plain values, or letters beyond ASCII, provoke no server error (4.15). */
export async function judgeParameters(on: Stage): Promise<void> {
  const how = await uploadOrWhyNot(on);
  if (how === undefined) return;
  const word = on.canary();
  const letters: readonly Pair[] = [['filename', `${beyondAscii}${word}`]];
  const send = (pairs: readonly Pair[]) => insist(() => on.ask('images', withPairs(on, how, pairs)));
  for (const pairs of [plainParameters(how), letters]) {
    const exchange = pairs === letters ? await send(pairs) : await uploadWithParameters(on);
    if (exchange.is('noise')) on.noise(exchange.label);
    else if (!exchange.is('fault')) on.held();
    else
      await judgeCrashes(on, exchange, pairs, (pair) =>
        judgeCrash(on, `${pair[0]}=${pair[1]}`, {
          // A request with only one parameter has already shown that it fails alone.
          seen: pairs.length === 1 ? exchange : undefined,
          control: () => send(pairs === letters ? [[pair[0], `e${word}`]] : []),
          probe: () => send([pair]),
        }),
      );
  }
}

/** Observes the reaction to each parameter, added alone to the parameters of an accepted upload (4.15). */
export async function observeImageReactions(on: Stage): Promise<void> {
  const how = await uploadOrWhyNot(on);
  if (how === undefined) return;
  const all = await uploadWithParameters(on);
  const query = on.profile.samples?.['4.15']?.query ?? {};
  await observeReactions(
    on,
    plainParameters(how),
    (pair) => insist(() => on.ask('images', withPairs(on, how, [pair]))),
    {
      known: ([name]) => {
        if (all.succeeded) return all;
        return how.query.some(([other]) => other === name) ? how.exchange : undefined;
      },
      declared: (name) => [query[name] ?? []].flat(),
    },
  );
}

const values = ['true', 'false'] as const;

/** `staged` takes both truth values (4.15); if both are refused, another notation may be expected. */
export async function judgeStaged(on: Stage, which: 'one refused' | 'both refused'): Promise<void> {
  const how = await uploadOrWhyNot(on);
  if (how === undefined) return;
  const ask = (value: string) => insist(() => on.ask('images', withPairs(on, how, [['staged', value]])));
  const [yes, no] = await Promise.all(values.map(ask));
  if (yes === undefined || no === undefined) return;
  if (yes.succeeded && no.succeeded) return on.held();
  const bothRefused = says(yes, 'invalid') && says(no, 'invalid');
  if (which === 'both refused') {
    if (!bothRefused) return yes.succeeded || no.succeeded ? on.held() : undefined;
    await judgeWithControl(on, {
      seen: yes,
      control: () => upload(on, how),
      probe: () => Promise.all(values.map(ask)),
      deviates: (one) => says(one, 'invalid'),
      words: {
        expected: 'staged to be accepted as true or as false',
        deviation: 'staged was refused as true and as false',
      },
    });
    return;
  }
  if (!yes.succeeded && !no.succeeded)
    return on.discarded('refused-by-unknown-validation', 'staged is refused both as true and as false');
  if (yes.succeeded && no.is('fault'))
    return void (await judgeCrash(on, 'staged=false', {
      seen: no,
      control: () => ask('true'),
      probe: () => ask('false'),
    }));
  if (yes.succeeded)
    return says(no, 'invalid')
      ? on.undecided(
          'two-readings',
          `staged=false was answered ${no.label}: the variant may never have been published`,
          { supply: '"samples": {"4.15": {"query": {"staged": "false", …}}}', exchanges: [yes, no] },
        )
      : on.held();
  await judgeWithControl(on, {
    seen: says(yes, 'invalid', 'fault') ? yes : undefined,
    control: () => ask('false'),
    probe: () => ask('true'),
    deviates: (one) => says(one, 'invalid', 'fault'),
    words: { expected: 'staged=true to be treated like staged=false', deviation: 'staged=true was refused' },
  });
}

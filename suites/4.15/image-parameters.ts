import type { Ask } from '../../run/ask.ts';
import {
  plainParameters,
  uploadAsk,
  uploadOrWhyNot,
  uploadWithParameters,
  withParameters,
  type Upload,
} from './image-upload.ts';
import { insist } from '../../target/insist.ts';
import { confirmCrash } from '../../judging/parameters/documented-parts.ts';
import { judgeSandwich } from '../../judging/sandwich.ts';
import type { Stage } from '../../target/stage.ts';

type Pair = readonly [name: string, value: string];

function withPairs(on: Stage, how: Upload, pairs: readonly Pair[]): Ask {
  return uploadAsk(on, withParameters(how, pairs), how.picture.bytes, how.picture.type);
}

/** Documented parameters with plain values, or one letter beyond ASCII, provoke no server error (4.15). */
export async function judgeParameters(on: Stage): Promise<void> {
  const how = await uploadOrWhyNot(on);
  if (how === undefined) return;
  const letters: readonly Pair[] = [['filename', 'é']];
  for (const pairs of [plainParameters, letters]) {
    const exchange =
      pairs === plainParameters
        ? await uploadWithParameters(on)
        : await insist(() => on.ask('images', withPairs(on, how, pairs)));
    if (exchange.kind === 'noise') on.noise(exchange.label);
    else if (exchange.kind !== 'crash') on.held();
    else
      for (const pair of pairs)
        await confirmCrash(on, 'images', {
          twin: pair[1] === 'é' ? withPairs(on, how, [[pair[0], 'e']]) : withPairs(on, how, []),
          part: withPairs(on, how, [pair]),
          what: `${pair[0]}=${pair[1]}`,
        });
  }
}

const values = ['true', 'false'] as const;

/**
 * `staged` takes both truth values (4.15). Where one is refused and the other not, that is a violation; where both are,
 * another way of writing may be meant, which is worth a word.
 */
export async function judgeStaged(on: Stage, which: 'one refused' | 'both refused'): Promise<void> {
  const how = await uploadOrWhyNot(on);
  if (how === undefined) return;
  const ask = (value: string): Ask => withPairs(on, how, [['staged', value]]);
  const [yes, no] = await Promise.all(values.map((value) => insist(() => on.ask('images', ask(value)))));
  if (yes === undefined || no === undefined) return;
  if (yes.succeeded && no.succeeded) return on.held();
  const badly = ({ status }: { readonly status: number | undefined }) => status === 400 || status === 422;
  const bothRefused = badly(yes) && badly(no);
  if (which === 'both refused') {
    if (!bothRefused) return yes.succeeded || no.succeeded ? on.held() : undefined;
    return await judgeSandwich(on, 'images', {
      controls: [uploadAsk(on, how, how.picture.bytes, how.picture.type)],
      probes: values.map(ask),
      deviates: badly,
      expected: 'staged to be taken as true or as false',
    });
  }
  if (!yes.succeeded && !no.succeeded)
    return on.discarded('refused-by-unknown-validation', 'staged is taken neither as true nor as false');
  const [taken, refused] = yes.succeeded ? values : [values[1], values[0]];
  await judgeSandwich(on, 'images', {
    controls: [ask(taken)],
    probes: [ask(refused)],
    deviates: badly,
    expected: `staged=${refused} to be taken like staged=${taken}`,
  });
}

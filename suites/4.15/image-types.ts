import { declaredRefusal, sameShape } from '../../judging/access/access-case.ts';
import type { Exchange } from '../../run/exchange.ts';
import {
  acceptedUpload,
  upload,
  uploadAsk,
  uploadOfPicture,
  uploadOrWhyNot,
  uploadUnderLabel,
  type Upload,
} from './image-upload.ts';
import { insist } from '../../target/insist.ts';
import { allowedPictures, otherContents, type Picture } from './pictures.ts';
import type { Stage } from '../../target/stage.ts';
import { judgeBesideTwin, judgeEveryTime, notEveryTime } from '../../judging/confirm.ts';
import { blamesMediaType } from '../../judging/blame.ts';

const rounds = 3;

/** None of the three listed types is refused for its media type (4.15). */
export async function judgeListedTypes(on: Stage): Promise<void> {
  const how = await acceptedUpload(on);
  if (!how.exchange.succeeded && how.refused.every(blamesMediaType)) return await judgeAllRefused(on, how);
  if ((await uploadOrWhyNot(on)) === undefined) return;
  on.held();
  for (const picture of allowedPictures) {
    if (picture === how.picture) continue;
    const exchange = await uploadOfPicture(on, picture);
    if (exchange.succeeded) on.held();
    else if (exchange.kind === 'noise') on.noise(exchange.label);
    else if (blamesMediaType(exchange))
      await judgeBesideTwin(on, {
        seen: exchange,
        twin: () => upload(on, how),
        probe: () => upload(on, how, picture),
        deviates: blamesMediaType,
        words: {
          expected: `${picture.type} to be taken like ${how.picture.type}`,
          deviation: `${picture.type} was answered 415`,
        },
      });
    else
      on.undecided(
        'refused-by-unknown-validation',
        `a well-formed ${picture.type} was answered ${exchange.label}`,
        { exchanges: [exchange] },
      );
  }
}

async function judgeAllRefused(on: Stage, how: Upload): Promise<void> {
  await judgeEveryTime(on, {
    seen: how.exchange,
    probe: async () => {
      const answers: Exchange[] = [];
      for (const picture of allowedPictures) answers.push(await upload(on, how, picture));
      return answers;
    },
    deviates: blamesMediaType,
    words: {
      expected: 'JPEG, PNG or GIF to be accepted as such',
      deviation: 'each of the listed types was answered 415',
    },
  });
}

/** Content that is no allowed image, under a label that is not listed, is not accepted as an upload (4.15). */
export async function judgeOtherTypes(on: Stage): Promise<void> {
  const how = await uploadOrWhyNot(on);
  if (how === undefined) return;
  for (const content of otherContents) await judgeRefusal(on, how, content);
}

/** A real picture under a label that is not listed is refused: a recommendation, unless the vendor declares it. */
export async function judgeOtherLabels(on: Stage): Promise<void> {
  const how = await uploadOrWhyNot(on);
  if (how === undefined) return;
  for (const { type } of otherContents)
    await judgeRefusal(on, how, { type, bytes: how.picture.bytes }, await uploadUnderLabel(on, type));
}

async function judgeRefusal(on: Stage, how: Upload, content: Picture, known?: Exchange): Promise<void> {
  let last: Exchange = how.exchange;
  const unconfirmed = (by: Exchange): void =>
    on.undecided('flaky', `${content.type} was accepted, and an upload beside it answered ${by.label}`, {
      exchanges: [last, by],
    });
  for (let round = 0; round < rounds; round += 1) {
    const before = round === 0 ? how.exchange : await upload(on, how);
    last = (round === 0 ? known : undefined) ?? (await upload(on, how, content));
    if (last.kind === 'noise') return round === 0 ? on.noise(last.label) : unconfirmed(last);
    if (last.kind === 'crash')
      return on.undecided(
        'server-error',
        `${content.type} was answered ${last.label} in place of a refusal`,
        {
          exchanges: [last],
        },
      );
    if (!last.succeeded) {
      if (round === 0) return on.held();
      return notEveryTime(on, `${content.type} was accepted`, [last]);
    }
    const after = await upload(on, how);
    const [refused] = [before, after].filter(({ succeeded }) => !succeeded);
    if (refused !== undefined) return unconfirmed(refused);
    if (sameShape(last, after)) continue;
    if (declaredRefusal(on, last, after) === 'refused') return on.held();
    return on.undecided('two-readings', `${content.type} was answered ${last.label} in another form`, {
      supply: '"refusal": {"style": "envelope"}',
      exchanges: [last],
    });
  }
  if (last.status === 202 || on.profile.async?.['4.15'] === true)
    return on.undecided(
      'two-readings',
      `${content.type} was answered ${last.label}, and what becomes of it is decided later`,
      { exchanges: [last] },
    );
  on.violated({
    expected: `${content.type} to be refused`,
    got: `${last.label}, as for an allowed picture`,
    exchanges: [how.exchange, last],
    reproduced: `${rounds}/${rounds}`,
  });
}

/** Answers to real pictures under other labels and under none, and to other odd uploads. */
export async function observeOddUploads(on: Stage): Promise<void> {
  const how = await uploadOrWhyNot(on);
  if (how === undefined) return;
  const { bytes, type } = how.picture;
  const ask = async (content: Uint8Array, label: string | null): Promise<Exchange> =>
    await insist(() => on.ask('images', uploadAsk(on, how, content, label)));
  const missing = await ask(bytes, null);
  const labelled = await Promise.all(otherContents.map((content) => uploadUnderLabel(on, content.type)));
  const [mismatch, empty, upperCase, parameter] = await Promise.all([
    ask(new TextEncoder().encode('no image'), type),
    ask(new Uint8Array(), type),
    ask(bytes, type.toUpperCase()),
    ask(bytes, `${type}; note=a`),
  ]);
  const isTaken = (exchange: Exchange): boolean => sameShape(exchange, how.exchange);
  const isHeard = labelled.every(({ kind }) => kind !== 'noise');
  on.observe({
    missing: missing.label,
    mismatch: mismatch.label,
    empty: empty.label,
    upperCase: upperCase.label,
    parameter: parameter.label,
    labels: labelled.map(({ label }) => label),
    ...(missing.kind === 'noise' ? {} : { missingContentType: isTaken(missing) ? 'accept' : 'reject' }),
    ...(isHeard ? { otherContentType: labelled.some(isTaken) ? 'accept' : 'reject' } : {}),
  });
}

import { says } from '../../wire/status.ts';
import { endpoint } from '../../contract/endpoints.ts';
import { sameShape } from '../../judging/access/access-case.ts';
import { refusedInStyle, refusesInStyle } from '../../judging/access/declared-style.ts';
import { answerText } from '../../judging/answers/answer-text.ts';
import type { Exchange } from '../../history/exchange.ts';
import {
  acceptedUpload,
  upload,
  uploadAsk,
  uploadOfPicture,
  uploadOrWhyNot,
  uploadUnderLabel,
  withParameters,
  type Upload,
} from './image-upload.ts';
import { insist } from '../../implementation/insist.ts';
import { allowedPictures, otherContents, type Picture } from './pictures.ts';
import type { Stage } from '../../implementation/stage.ts';
import { withControl, judgeWithControl, judgeEveryTime, report } from '../../judging/confirm.ts';
import { isKnown } from '../../implementation/callers/token-evidence.ts';

/** None of the three listed types is refused for its media type (4.15). */
export async function judgeListedTypes(on: Stage): Promise<void> {
  const how = await acceptedUpload(on);
  if (!how.exchange.succeeded && how.refused.every((one) => says(one, 'media type not supported')))
    return await judgeAllRefused(on, how);
  if (!how.exchange.succeeded && (await isRefusedToBoth(on, how))) return;
  if ((await uploadOrWhyNot(on)) === undefined) return;
  on.held();
  for (const picture of allowedPictures) {
    if (picture === how.picture) continue;
    const exchange = await uploadOfPicture(on, picture);
    if (exchange.succeeded) on.held();
    else if (exchange.is('noise')) on.noise(exchange.label);
    else if (says(exchange, 'media type not supported'))
      await judgeWithControl(on, {
        seen: exchange,
        control: () => upload(on, how),
        probe: () => upload(on, how, picture),
        deviates: (one) => says(one, 'media type not supported'),
        words: {
          expected: `${picture.type} to be treated like ${how.picture.type}`,
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

/**
 * A caller with both manage_products and manage_test may upload, whichever of the two scopes is required. A refusal of
 * this caller, unlike the refusal of a stranger, leaves the clause undecided: more may be required.
 */
async function isRefusedToBoth(on: Stage, how: Upload): Promise<boolean> {
  const wanted = ['manage_products', 'manage_test'].map((scope) => `${scope}:${on.options.projectKey}`);
  const caller = on.callers.supplied.find(
    ({ scopes, supplied }) => supplied?.expired !== true && wanted.every((scope) => scopes.has(scope)),
  );
  if (caller === undefined) return false;
  const exchange = caller === how.caller ? how.exchange : await upload(on, { ...how, caller });
  if (!says(exchange, 'denied')) return false;
  const stranger = await upload(on, { ...how, caller: on.callers.random });
  const isOther = stranger.is('turned away') && stranger.status !== exchange.status;
  if (!isOther || !isKnown(on.world.answers.sites, caller.label)) return false;
  on.undecided(
    'two-readings',
    `${caller.label}, which holds manage_products and manage_test, is answered ${exchange.label} for a picture of a ` +
      `listed type, and an unknown token ${stranger.label}: either the upload requires more than the contract shows, or no caller may upload`,
    { exchanges: [exchange, stranger] },
  );
  on.suspect('An upload is refused to a token that holds every scope that any reading requires.');
  return true;
}

async function judgeAllRefused(on: Stage, how: Upload): Promise<void> {
  await judgeEveryTime(on, {
    seen: how.exchange,
    probe: async () => {
      const answers: Exchange[] = [];
      for (const picture of allowedPictures) answers.push(await upload(on, how, picture));
      return answers;
    },
    deviates: (one) => says(one, 'media type not supported'),
    words: {
      expected: 'the Content-Type of JPEG, PNG or GIF to be accepted',
      deviation: 'each of the listed types was answered 415',
    },
  });
}

/** Content that is no allowed image, under an unlisted label, is not accepted as an upload (4.15). */
export async function judgeOtherTypes(on: Stage): Promise<void> {
  const how = await uploadOrWhyNot(on);
  if (how === undefined) return;
  const all = otherContents.map((content, at) => ({ content, as: at % 2 === 0 ? namedAsPicture(how) : how }));
  const seen = await Promise.all(all.map(({ content, as }) => upload(on, as, content)));
  for (const [at, { content, as }] of all.entries()) await judgeRefusal(on, as, content, seen[at]);
}

/** A file name with the extension of a picture does not make content a picture. */
function namedAsPicture(how: Upload): Upload {
  const isOpen = ([name, value]: Upload['query'][number]): boolean =>
    name === 'filename' && !value.includes('.');
  const query = how.query.map((pair) => (isOpen(pair) ? ([pair[0], `${pair[1]}.png`] as const) : pair));
  return { ...how, query };
}

/** A real picture under an unlisted label is refused: a recommendation, unless the vendor declares it. */
export async function judgeOtherLabels(on: Stage): Promise<void> {
  const how = await uploadOrWhyNot(on);
  if (how === undefined) return;
  for (const { type } of otherContents)
    await judgeRefusal(on, how, { type, bytes: how.picture.bytes }, await uploadUnderLabel(on, type));
}

async function judgeRefusal(on: Stage, how: Upload, content: Picture, known?: Exchange): Promise<void> {
  const seen = known ?? (await upload(on, how, content));
  if (seen.is('noise')) return on.noise(seen.label);
  if (seen.is('fault'))
    return on.undecided('server-error', `${content.type} was answered ${seen.label} instead of a refusal`, {
      exchanges: [seen],
    });
  if (!seen.succeeded) return on.held();
  if (!sameShape(seen, how.exchange)) return await judgeOtherForm(on, how, content, seen);
  const confirmed = await withControl(on, {
    seen,
    control: () => upload(on, how),
    probe: () => upload(on, how, content),
    deviates: (answer) => answer.succeeded && sameShape(answer, how.exchange),
  });
  const isLater = says(seen, 'later') || on.profile.async?.['4.15'] === true;
  if (confirmed.kind === 'every-time' && isLater)
    return on.undecided(
      'two-readings',
      `${content.type} was answered ${seen.label}, and its outcome is decided later`,
      { exchanges: [seen] },
    );
  report(on, confirmed, {
    expected: `${content.type} to be refused`,
    got: `${seen.label}, as for an allowed picture`,
    deviation: `${content.type} was accepted`,
  });
}

/** A success in another form than an upload may be the form in which this server refuses. */
async function judgeOtherForm(on: Stage, how: Upload, content: Picture, seen: Exchange): Promise<void> {
  if (await refusesInStyle(on, 'images', seen, how.exchange)) return on.held();
  const asked = `${content.type} was answered ${answerText(on, seen)}`;
  on.undecided('two-readings', `${asked}, and ${how.picture.type} ${answerText(on, how.exchange)}`, {
    readings: [
      `${content.type} is accepted as a picture, which the contract does not allow: refuse it`,
      await refusedInStyle(on, { name: 'images', probe: seen, control: how.exchange }),
    ],
    exchanges: [seen],
  });
}

/** Observes answers to pictures without a filename or with odd parameters or labels, and to odd content. */
export async function observeOddUploads(on: Stage): Promise<void> {
  const how = await uploadOrWhyNot(on);
  if (how === undefined) return;
  const { bytes, type } = how.picture;
  const ask = async (content: Uint8Array, label: string | null, as = how): Promise<Exchange> =>
    await insist(() => on.ask('images', uploadAsk(on, as, content, label)));
  const typed = endpoint('images').parameters.filter((parameter) => parameter.type !== 'String');
  const missing = await ask(bytes, null);
  const labelled = await Promise.all(otherContents.map((content) => uploadUnderLabel(on, content.type)));
  const illTyped = await Promise.all(
    typed.map(({ name }) => ask(bytes, type, withParameters(how, [[name, 'a']]))),
  );
  const [unnamed, mismatch, empty, upperCase, parameter] = await Promise.all([
    // Stored content contains the mark of the run: in its text, or in the filename.
    ask(bytes, type, { ...how, query: [['sku', on.canary()]] }),
    ask(new TextEncoder().encode('no image'), type),
    ask(new Uint8Array(), type),
    ask(bytes, type.toUpperCase()),
    ask(bytes, `${type}; note=a`),
  ]);
  const isTaken = (exchange: Exchange): boolean => sameShape(exchange, how.exchange);
  const isHeard = labelled.every((one) => !one.is('noise'));
  on.observe({
    withoutFilename: unnamed.label,
    illTyped: illTyped.map(({ label }) => label),
    missing: missing.label,
    mismatch: mismatch.label,
    empty: empty.label,
    upperCase: upperCase.label,
    parameter: parameter.label,
    labels: labelled.map(({ label }) => label),
    ...(missing.is('noise') ? {} : { missingContentType: isTaken(missing) ? 'accept' : 'reject' }),
    ...(isHeard ? { otherContentType: labelled.some(isTaken) ? 'accept' : 'reject' } : {}),
  });
}

import { says } from '../wire/status.ts';
import { accessClauses } from '../judging/access/access.ts';
import type { Caller } from '../history/caller.ts';
import { lets } from '../world/callers/lets.ts';
import { keptWhere, memberOf, methodOf, observedMember, statusesOf } from '../clause/declarations.ts';
import { judgeParameters, judgeStaged, observeImageReactions } from './4.15/image-parameters.ts';
import {
  judgeListedTypes,
  judgeOtherLabels,
  judgeOtherTypes,
  observeOddUploads,
} from './4.15/image-types.ts';
import { aboutReactions } from '../judging/parameters/parameter-reactions.ts';
import { acceptedUpload, refusesParametersToo, upload, uploading } from './4.15/image-upload.ts';
import { allowedPictures } from './4.15/pictures.ts';
import { observeAnswer, observeMethod } from '../judging/answers/open-answers.ts';
import { section } from '../implementation/section.ts';
import { answersWithoutServerError, isDeclared } from '../judging/answers/server-errors.ts';

const access = accessClauses(uploading, {
  also: async (on, whom) => {
    if (whom === 'other scopes') await refusesParametersToo(on);
  },
});

/** The contract does not show where uploads are stored. */
const head = { title: '/{projectKey}/resource/images', phase: 'overwrites' } as const;

export const images = section('4.15', head, ({ must, should, open }) => {
  must('4.15/listed-types-are-accepted', ['4.15/purpose', '4.15/content-type', '4.15/body'], {
    statement: 'The server accepts JPEG, PNG and GIF as types of an upload.',
    sends: 'the declared method on /{projectKey}/resource/images with a JPEG, a PNG and a GIF',
    violation:
      'The server answers 415 three times to a well-formed picture of one listed type, while it accepts another listed type before and after; or it answers 415 to pictures of all three listed types.',
    rationale:
      '415 concerns the media type alone; other refusals may come from validation that is not shown.',
    causes: [
      'Does the list contain image/jpg instead of image/jpeg?',
      'Is the type compared together with its parameters, or only in one letter case?',
    ],
    check: judgeListedTypes,
  });

  must('4.15/other-types-are-refused', ['4.15/content-type'], {
    statement: 'The server does not accept an upload of another type under the label of that type.',
    sends:
      'the declared method on /{projectKey}/resource/images with content of other types under their own labels',
    violation:
      'The server answers WebP, SVG, plain text, HTML, XML, JSON or unknown octets under their own label as it answers an allowed picture, in status and form, three times.',
    rationale:
      'The list of allowed types is closed. Any refusal passes, and another clause judges an allowed picture under a wrong label. If the server accepts uploads for later, as a 202 or a declaration says, nothing is concluded.',
    causes: [
      'Does the server accept every image/*, or every unknown type?',
      'Does the code skip the check of the content if the label is missing or general?',
    ],
    check: judgeOtherTypes,
  });

  should('4.15/other-labels-are-refused', ['4.15/content-type'], {
    statement: 'The server does not accept a picture of a listed type under the label of another type.',
    sends: 'the declared method on /{projectKey}/resource/images with allowed pictures under other labels',
    violation:
      'The server answers a JPEG, PNG or GIF with the label of another type as it answers it with its own label, three times.',
    rationale: 'The list concerns the header; a server that checks the content still gets what it allows.',
    check: judgeOtherLabels,
  });

  must('4.15/documented-parameters-do-no-harm', ['4.15/query'], {
    statement: 'Documented parameters with plain values of their type cause no server error.',
    sends:
      'the declared method on /{projectKey}/resource/images with the documented parameters, all together and one by one',
    violation:
      'One of them, or a letter beyond ASCII, or beyond Latin-1, is answered 500 or 501 three times, while the upload without it is accepted before and after.',
    rationale:
      'The contract does not show which parameters are required or go together, so any refusal passes.',
    causes: ['Is the filename used as a path or a header without being encoded?'],
    check: judgeParameters,
  });

  must('4.15/staged-takes-both-values', ['4.15/query'], {
    statement: 'The server accepts true as well as false for staged, which is a Boolean.',
    sends: 'the declared method on /{projectKey}/resource/images with staged=true, then with staged=false',
    violation:
      'The server accepts false before and after, and answers true with 400, 422, 500 or 501, three times; or it accepts true, and answers false with 500 or 501.',
    rationale:
      'Both are values of the type, written in the same way. If the server refuses only false, the variant may never have been published, so that the clause stays undecided.',
    causes: ['Is the parameter read as a flag, and its value as a number or a word of another kind?'],
    check: (on) => judgeStaged(on, 'one refused'),
  });
  should('4.15/staged-is-understood', ['4.15/query'], {
    statement: 'The server accepts true or false for staged, as truth values are commonly written.',
    sends: 'the declared method on /{projectKey}/resource/images with staged=true, then with staged=false',
    violation:
      'The server answers both with 400 or 422, three times, and accepts the upload without the parameter.',
    rationale: 'How a Boolean is written in a query is not shown.',
    check: (on) => judgeStaged(on, 'both refused'),
  });

  must(
    '4.15/answers-without-server-error',
    ['4.15/operation'],
    answersWithoutServerError(
      'images',
      async (on, attempt) =>
        await upload(on, await acceptedUpload(on), allowedPictures[attempt % allowedPictures.length]),
      { isProven: isDeclared('images'), supply: '"samples": {"4.15": {"query": {…}}}' },
    ),
  );

  must('4.15/refused-without-token', ...access.refusedWithoutToken);
  must('4.15/refused-to-unknown-token', ...access.refusedToUnknownToken);
  must('4.15/refused-to-other-scopes', ...access.refusedToOtherScopes);
  must('4.15/refused-to-no-scope', ...access.refusedToNoScope);
  must('4.15/refused-to-other-project', ...access.refusedToOtherProject);

  open('4.15/method', ['4.15/method'], {
    statement: 'Which method the upload has.',
    sends: 'the declared method on /{projectKey}/resource/images with an allowed picture',
    rationale: 'The method is not shown.',
    declares: [
      methodOf('image.method'),
      {
        key: 'auth.carrier.4.15',
        met: (declared, observed) =>
          declared === 'bearer' && observedMember(observed, 'accepted') === true ? true : undefined,
      },
    ],
    check: async (on) => {
      const { method, exchange } = await acceptedUpload(on);
      observeMethod(on, method, exchange);
    },
  });

  open('4.15/parameter-reactions', ['4.15/query'], {
    ...aboutReactions('images'),
    sends:
      'the declared method on /{projectKey}/resource/images with all documented parameters; if this request is refused, with each alone, and then with other values',
    check: observeImageReactions,
  });

  open('4.15/manage-products-alone', ['4.15/scopes', 'Authentication/writes-and-reads'], {
    statement: 'How an upload with manage_products and without manage_test is answered.',
    sends: 'the declared method on /{projectKey}/resource/images with manage_products alone',
    rationale:
      'The section lists manage_products. If the upload is a POST below the resource, the rule that writes need manage_test can be read to require both. So the suite marks a refusal as suspect, and does not fail it.',
    check: async (on) => {
      const how = await acceptedUpload(on);
      const wanted = `manage_test:${on.options.projectKey}`;
      const isAlone = (caller: Caller): boolean =>
        !caller.scopes.has(wanted) &&
        caller.supplied?.expired !== true &&
        lets('images', caller, on.options.projectKey) === 'in';
      const alone = isAlone(how.caller) ? how.caller : on.callers.supplied.find(isAlone);
      if (alone === undefined)
        return on.discarded(
          'no-token',
          'no token with manage_products alone was supplied',
          'CONFORMANCE_TOKEN_MANAGE_PRODUCTS=<token>',
        );
      const exchange = alone === how.caller ? how.exchange : await upload(on, { ...how, caller: alone });
      if (exchange.is('noise')) return on.noise(exchange.label);
      on.observe(
        { status: exchange.status ?? 0, suffices: exchange.succeeded },
        {
          suspect: says(exchange, 'denied') && {
            why: 'An upload with manage_products alone is denied, and the section lists no other scope.',
          },
        },
      );
    },
  });

  open('4.15/response', ['4.15/response'], {
    statement: 'The status and the body of a successful upload.',
    sends: 'the declared method on /{projectKey}/resource/images with an allowed picture',
    rationale: 'The response is not shown.',
    declares: [
      statusesOf('success.4.15'),
      keptWhere('image.schema', 'conforms'),
      keptWhere('samples.4.15', 'accepted'),
      {
        key: 'async.4.15',
        met: (declared, observed) =>
          observedMember(observed, 'accepted') === true
            ? declared === true || observedMember(observed, 'status') !== 202
            : undefined,
      },
    ],
    check: async (on) => {
      const { exchange } = await acceptedUpload(on);
      observeAnswer(on, exchange, on.profile.image?.schema, { json: exchange.value !== undefined });
    },
  });

  open('4.15/odd-uploads', ['4.15/content-type', '4.15/body'], {
    isAskedDeep: true,
    statement:
      'How the server treats uploads without a filename or with ill-typed parameters, without a label or with another label, without content or with other content.',
    sends:
      'the declared method on /{projectKey}/resource/images without a filename and with ill-typed parameters, without a label and with another label, without content and with other content',
    rationale:
      'The client must send the header; the contract does not show the consequence of its absence, nor limits, nor the treatment of ill-typed or missing parameters.',
    declares: [
      memberOf('image.missingContentType', 'missingContentType'),
      memberOf('image.otherContentType', 'otherContentType'),
    ],
    check: observeOddUploads,
  });
});

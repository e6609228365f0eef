import { defined } from '../../../clause/defined.ts';
import { plainly } from '../servers/odd-server.ts';
import { hardAnswers } from '../servers/oddities.ts';
import { bodyKinds } from './bodies.ts';
import { flowKinds } from './flows.ts';
import { framingKinds } from './framing.ts';
import { headKinds } from './heads.ts';
import type { HostileKind } from './kind.ts';
import { markupKinds, prototypeKinds } from './markup.ts';

/** Answers that other tests know already, as kinds of these. */
const known = hardAnswers.map(({ name, oddity = plainly, instead, legitimate }): HostileKind => ({
  name,
  oddity: (socket, response, request) => {
    const other = instead?.(request);
    if (other === undefined) oddity(socket, response, request);
    else plainly(socket, other, request);
  },
  ...defined({ legitimate }),
}));

/** Every kind of hostile answer. */
export const hostileKinds: readonly HostileKind[] = [
  ...known,
  ...framingKinds,
  ...headKinds,
  ...bodyKinds,
  ...flowKinds,
  ...markupKinds,
  ...prototypeKinds,
];

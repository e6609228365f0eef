import type { Certificate } from '../certificate.ts';
import { attemptInShort } from '../nonce.ts';
import type { Requirement } from '../requirements.ts';
import { linesAbout, type Verified } from './verified.ts';

const line = linesAbout('challenged');

/**
 * Whether the seed follows from the nonce that the reader has handed out: a nonce that only the package states proves
 * nothing, because its author may have drawn it.
 *
 * @param asked.nonce - the nonce that was handed out for this attempt
 */
export function challenged(
  { seedFrom }: Certificate,
  { nonce, required }: { readonly nonce?: string | undefined; readonly required: ReadonlySet<Requirement> },
): Verified {
  if (nonce === undefined)
    return line[required.has('challenged') ? 'untold' : 'said'](
      seedFrom === undefined
        ? 'the vendor chose the seed'
        : `nobody states who drew nonce ${seedFrom.nonce}${attemptInShort(seedFrom.nonce)}; to compare it with the nonce that you handed out: --nonce NONCE`,
    );
  if (seedFrom?.nonce === nonce)
    return line.holds(`by nonce ${nonce}${attemptInShort(nonce)}, which was handed out`);
  const own = seedFrom === undefined ? 'by no nonce' : `by nonce ${seedFrom.nonce}`;
  return line.refuted(`${own}, but the nonce that was handed out is ${nonce}`);
}

import { isOfClass, says } from '../../wire/status.ts';
import { Aborted } from '../../run/aborted.ts';
import { unknownToken } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { isAskedOf } from '../../world/documented.ts';
import { printable } from '../../wire/printable.ts';
import type { Stage } from '../stage.ts';
import { isKnown } from './token-evidence.ts';

/**
 * Ends a run in which no token was granted access anywhere in the project: the mistake is perhaps not the
 * implementation's, and nothing could be judged. A target that fails at every request has refused no token.
 *
 * @param last - the last answer to a create; undefined if none was sent
 *
 * @throws Aborted
 */
export function refuseToGoOn(on: Stage, last: Exchange | undefined): void {
  const { baseUrl, projectKey } = on.options;
  const { sites } = on.world.answers;
  const here = sites.find(({ project, endpoint }) => project === 'here' && endpoint === 'query');
  const { supplied } = on.callers;
  const path = `GET /${projectKey}/resource`;
  const reads = on.world.history
    .at('query')
    .filter((one) => supplied.includes(one.caller) && isAskedOf(projectKey, one));
  const labels = [...new Set(reads.map(({ label }) => label))].join(' or ') || (last?.label ?? 'nothing');
  const seen = `${path} is answered ${labels}${last === undefined ? '' : `, the last POST ${last.label}`}`;
  const all = last === undefined ? reads : [...reads, last];
  if (all.length > 0 && all.every(({ status }) => isOfClass(status, 5)))
    throw new Aborted('unreachable', `the target ${baseUrl} fails: ${seen}. ${lookIntoLog}`);
  if (last?.is('noise') === true || (last === undefined && here === undefined))
    throw new Aborted('unreachable', noUsableAnswer(baseUrl, last));
  if (supplied.length === 0 && on.callers.withdrawn.length === 0) return;
  const statusesOf = (label: string): readonly number[] => [...(here?.byCaller.get(label) ?? [])];
  const ofTokens = [...new Set(supplied.flatMap(({ label }) => statusesOf(label)))];
  const ofStrangers = [...new Set([...statusesOf(unknownToken), ...statusesOf('no token')])];
  const isKnownToken = supplied.some(({ label }) => isKnown(sites, label));
  throw new Aborted('configuration', `${beginning()}. ${mend()}`);

  function beginning(): string {
    const whom = supplied.length === 1 ? `${supplied[0]?.label} is` : 'none of the supplied tokens is';
    const noAccess = supplied.length === 1 ? 'not granted access' : 'granted access';
    return (
      `${whom} ${noAccess} at project ${JSON.stringify(projectKey)}: ${seen}` +
      (isKnownToken ? ', unlike unknown tokens' : ', like unknown tokens')
    );
  }

  function mend(): string {
    if (isOfClass(last?.status, 5)) return `The target may be failing rather than refusing. ${lookIntoLog}`;
    if (isKnownToken)
      return `The target knows the tokens and refuses them here: check CONFORMANCE_PROJECT_KEY (${JSON.stringify(projectKey)}), and that the tokens hold their scopes for that project`;
    const isAbsent = [...ofTokens, ...ofStrangers].every((status) =>
      says({ status }, 'not found', 'method not allowed'),
    );
    if (isAbsent && ofTokens.length > 0)
      return `Check CONFORMANCE_BASE_URL (${baseUrl}): its path may be wrong or incomplete; and check CONFORMANCE_PROJECT_KEY. If nothing is written yet, begin with POST /${projectKey}/resource (4.6), then GET /${projectKey}/resource/{id} (4.2)`;
    return 'Check that the tokens are valid (renew them), and that CONFORMANCE_BASE_URL and CONFORMANCE_PROJECT_KEY name the project of the tokens';
  }
}

const lookIntoLog = 'To mend it, look into its log; then run again';

/** The characters of an answer that an explanation quotes. */
const mostOfDetail = 160;

function noUsableAnswer(baseUrl: string, last: Exchange | undefined): string {
  const got = last?.label ?? 'none at GET of the collection';
  const { failure } = last ?? {};
  const isCut = failure?.failure === 'reset' || failure?.failure === 'framing';
  const detail =
    failure === undefined || failure.detail === '' ? '' : `, ${printable(failure.detail, mostOfDetail)}`;
  const hint =
    isCut && baseUrl.startsWith('http:')
      ? '. If the target speaks TLS, write https:// in CONFORMANCE_BASE_URL'
      : '';
  return `the target ${baseUrl} gives no usable answer: ${got}${detail}${hint}`;
}

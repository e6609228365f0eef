import type { ExchangeEvidence, Finding } from '../../clause/sample.ts';
import { ReplayAttempt } from './attempt.ts';
import { lookedFor, type LookedFor } from './looked-for.ts';
import { idPointerIn } from './mentioned-ids.ts';
import { consentOf } from './operations.ts';
import { preludeOf } from './prelude.ts';
import { inOneLine, isPlain, word, UnseenText } from './shell-text.ts';
import { stepsOf } from './story-steps.ts';

/** What a script is about, apart from the finding. */
export interface Reproduced {
  readonly id: string;
  readonly baseUrl: string;
  readonly projectKey: string;
  /** Where the profile says that ids and keys are: a JSON Pointer. */
  readonly idPointer: string;
  readonly keyPointer: string;
  /** A body with which the server is known to accept creates. */
  readonly createBody?: string;
  readonly readsAlone?: boolean;
  /** The mark of the run, by which the owner of the server recognises the resources of the script. */
  readonly mark: string;
}

/** The most characters of a body in a report: a body of exactly this length may have been cut. */
const mostOfBody = 4_000;
const bodyWith = (mark: string, text: string): string =>
  `{"objectTypeProperty":{"arrayOfIntExample":[1,2],"arrayOfStringExample":["reproduced${mark}","${text}"]}}`;

/**
 * The finding as a script for a POSIX shell: it creates its own resources, and decides whether the answer deviates.
 * Undefined if requests by curl cannot show it: octets after HEAD, special connections, or cut bodies.
 */
export function storyScript(finding: Finding, about: Reproduced): string | undefined {
  const own = (finding.story ?? []).filter(({ role }) => role !== 'setup');
  // Some earlier writes cannot be sent by a script.
  return seenScriptOf(finding, about) ?? seenScriptOf({ ...finding, story: own }, about);
}

/** Texts with invisible characters rule out a script as well. */
function seenScriptOf(finding: Finding, about: Reproduced): string | undefined {
  try {
    return scriptOf(finding, about);
  } catch (error) {
    if (error instanceof UnseenText) return undefined;
    throw error;
  }
}

function scriptOf(finding: Finding, about: Reproduced): string | undefined {
  const looked = lookedFor(finding);
  if (looked === undefined) return undefined;
  const steps = stepsOf(finding);
  if (!steps.every(({ exchange }) => isWhole(exchange))) return undefined;
  const attempt = new ReplayAttempt(finding, steps, about, looked);
  const lines = attempt.lines();
  if (lines === undefined) return undefined;
  const readsAlone = about.readsAlone === true;
  if (readsAlone && lines.some((line) => writing.test(line))) return undefined;
  // A script that only reads creates nothing, and needs no token for creates.
  const maker = readsAlone ? [] : ['CONFORMANCE_TOKEN_MANAGE_TEST'];
  const tokens = [...new Set([...maker, ...attempt.tokens])];
  const consents = [...new Set(steps.flatMap(({ exchange }) => consentOf(exchange) ?? []))];
  const tries = attempts(lines, looked).join('\n');
  return [
    ...introduction(finding, { ...about, readsAlone, createBody: createBodyOf(about, looked) }, tokens),
    ...preconditions(tokens, consents),
    readsAlone ? 'keeper=' : 'keeper="Authorization: Bearer $CONFORMANCE_TOKEN_MANAGE_TEST"',
    '',
    preludeOf(tries),
    '',
    tries,
  ].join('\n');
}

/** A line that creates a resource, or sends a write. */
const writing = /(?:^|[ ;])own(?:;|$)|\bsend \S+ '?(?:POST|PUT|PATCH|DELETE)\b/;

function isWhole({ request }: ExchangeEvidence): boolean {
  const { body = '', target } = request;
  return body.length < mostOfBody && isPlain(body) && isPlain(target) && !body.includes('�');
}

/** Only a letter beyond ASCII shows the encoding of texts. */
function createBodyOf({ createBody, mark }: Reproduced, { kind }: LookedFor): string {
  return kind === 'not-utf8' ? bodyWith(mark, 'é') : (createBody ?? bodyWith(mark, 'a'));
}

function introduction(
  finding: Finding,
  about: Required<Reproduced>,
  tokens: readonly string[],
): readonly string[] {
  return [
    '#!/bin/sh',
    `# Reproduces ${inOneLine(about.id).replace(/[^\w./-]/g, '?')} without the suite: needs a POSIX shell and curl.`,
    `# Exit code 1: it deviates; 0: not seen in these attempts, which refutes nothing; 2: not known. ${about.readsAlone ? 'It only reads.' : 'It deletes what it creates.'}`,
    `# Tokens from the environment, or from .env: ${tokens.map(describedVariable).join(', ')}`,
    '# Set CONFORMANCE_BASE_URL to ask another server than the server of the finding.',
    'set -u',
    `base=\${CONFORMANCE_BASE_URL:-${word(about.baseUrl.replace(/\/+$/, ''))}}`,
    'base=${base%/}',
    `project=${word(`/${about.projectKey}/resource`)}`,
    `expected=${word(inOneLine(`${finding.expected} (${about.id})`))}`,
    `found=${word(inOneLine(finding.got))}`,
    `create_body=${word(about.createBody)}`,
    `id_pointer=${word(idPointerIn(finding) ?? about.idPointer)}`,
  ];
}

/** Without its precondition, a script can decide nothing. */
function preconditions(tokens: readonly string[], consents: readonly string[]): readonly string[] {
  return [
    ...fromEnvFile([...tokens, ...(consents.length === 0 ? [] : ['CONFORMANCE_CONSENT'])]),
    `for name in ${tokens.join(' ')}; do`,
    `  eval "token=\\\${$name:-}"`,
    `  [ -n "$token" ] || { printf 'cannot tell: %s is not set\\n' "$name"; exit 2; }`,
    'done',
    ...consents.flatMap((consent) => [
      '# The contract does not say what this changes.',
      `case ,\${CONFORMANCE_CONSENT:-}, in *,${consent},* | *,all,*) ;; *) echo 'cannot tell: not sent without CONFORMANCE_CONSENT=${consent}'; exit 2 ;; esac`,
    ]),
  ];
}

/** Takes missing settings from `.env`, which is read and not executed; sends tokens only to the server in `.env`. */
function fromEnvFile(names: readonly string[]): readonly string[] {
  return [
    '# The script reads settings that the environment lacks from .env, if .env names the same server.',
    "quote=$(printf '\\047')",
    'from_env() {',
    `  sed -n -e 's/\\r$//' -e "s/^[[:blank:]]*\\(export[[:blank:]]\\{1,\\}\\)\\{0,1\\}$1[[:blank:]]*=[[:blank:]]*//p" .env | tail -n 1 |`,
    `    sed -e "s/^$quote\\([^$quote]*\\)$quote.*/\\1/" -e t -e 's/^"\\([^"]*\\)".*/\\1/' -e t -e 's/[[:blank:]]*\\(#.*\\)\\{0,1\\}$//'`,
    '}',
    'if [ -r .env ]; then',
    '  own=$(from_env CONFORMANCE_BASE_URL)',
    `  for name in ${names.join(' ')}; do`,
    '    eval "value=\\${$name:-}"',
    '    if [ -z "$value" ] && [ "${own%/}" = "$base" ]; then',
    '      value=$(from_env "$name")',
    '      eval "$name=\\$value"',
    '    fi',
    '  done',
    'fi',
  ];
}

function attempts(lines: readonly string[], { kind }: LookedFor): readonly string[] {
  return [
    'attempt() {',
    ...lines.map((line) => `  ${line}`),
    '}',
    '',
    'count=0',
    `while [ "$count" -lt ${kind === 'several-winners' ? 8 : 3} ]; do`,
    '  attempt',
    '  count=$((count + 1))',
    'done',
    `printf 'not seen in %s attempts: %s was expected, and %s did not come again\\n' "$count" "$expected" "$found"`,
    '',
  ];
}

/** Tokens of the manifest have no variable until the reader of the script sets one. */
function describedVariable(name: string): string {
  const entry = /^CONFORMANCE_TOKENS_ENTRY_(\d+)$/.exec(name)?.[1];
  return entry === undefined ? name : `${name} (entry ${entry} of the file CONFORMANCE_TOKENS)`;
}

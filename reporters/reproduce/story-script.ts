import type { ExchangeEvidence, Finding, Step } from '../../clause/sample.ts';
import { endpoints, type Endpoint } from '../../contract/endpoints.ts';
import { deviationOf, type Deviation } from './deviation.ts';
import { judgementLines } from './judgement-lines.ts';
import { prelude } from './prelude.ts';
import { inOneLine, isPlain, octal, placeOf, word } from './shell-text.ts';
import { placesIn } from './value-form.ts';
import { actualVersion, shownVersion, statedVersion, Versions, withVersion } from './versions.ts';

/** What a script is about, apart from the finding. */
export interface Reproduced {
  /** The clause. */
  readonly id: string;
  readonly baseUrl: string;
  readonly projectKey: string;
  /** Where the profile says that ids and keys stand: a JSON Pointer. */
  readonly idPointer: string;
  readonly keyPointer: string;
  /** A body that creates are known to take. */
  readonly createBody?: string;
}

/** Characters of a body that a report keeps: one that long may have been cut. */
const mostOfBody = 4_000;
/** Stands for the resource of an overwrite whose answer names none. */
const unnamed = '(unnamed)';
const plainBody =
  '{"objectTypeProperty":{"arrayOfIntExample":[1,2],"arrayOfStringExample":["reproduced","a"]}}';

/** Header fields that are of one request of the run. */
const left: ReadonlySet<string> = new Set(['user-agent', 'traceparent', 'content-length', 'host']);

const literals: ReadonlySet<string> = new Set(
  Object.values<Endpoint>(endpoints).flatMap(({ path }) => path.split('/').slice(3, 4)),
);

/**
 * The finding as a script for a POSIX shell: it makes its own resources, sends the story's requests with ids and
 * versions taken from the answers, and says whether what came deviates. Undefined where the finding cannot be shown by
 * requests of curl: octets after HEAD, connections of a kind of their own, bodies that the report has not whole.
 */
export function storyScript(finding: Finding, about: Reproduced): string | undefined {
  const deviation = deviationOf(finding);
  if (deviation === undefined) return undefined;
  const steps = (finding.story ?? []).flatMap((step): Sent[] => {
    const exchange = finding.exchanges[step.exchange];
    return exchange === undefined ? [] : [{ step, exchange }];
  });
  if (!steps.every(({ exchange }) => isWhole(exchange))) return undefined;
  const body = new ScriptBody(finding, steps, about, deviation).lines();
  return body === undefined ? undefined : script(finding, about, deviation, body);
}

interface Sent {
  readonly step: Step;
  readonly exchange: ExchangeEvidence;
}

function isWhole({ request }: ExchangeEvidence): boolean {
  const { body = '', target } = request;
  return body.length < mostOfBody && isPlain(body) && isPlain(target) && !body.includes('�');
}

/** The requests of a story with names in place of what the server had issued. */
class ScriptBody {
  readonly #finding: Finding;
  readonly #steps: readonly Sent[];
  readonly #about: Reproduced;
  readonly #deviation: Deviation;
  /** Shell variables of ids and keys, by what they were in the run. */
  readonly #names = new Map<string, string>();
  readonly #versions = new Map<string, Versions>();
  readonly #made = new Set<string>();
  readonly tokens = new Set<string>();

  constructor(finding: Finding, steps: readonly Sent[], about: Reproduced, deviation: Deviation) {
    this.#finding = finding;
    this.#steps = steps;
    this.#about = about;
    this.#deviation = deviation;
  }

  /** Lines of one attempt; undefined where a version cannot be found again. */
  lines(): { readonly attempt: readonly string[]; readonly tokens: ReadonlySet<string> } | undefined {
    const made = this.#nameResources();
    const attempt: string[] = [...made];
    for (const [at, sent] of this.#steps.entries()) {
      const lines = this.#step(sent, at);
      if (lines === undefined) return undefined;
      attempt.push(...lines);
    }
    if (this.#steps.some(({ step }) => step.role === 'racer')) attempt.push('wait');
    attempt.push(...judgementLines(this.#deviation, this.#steps, (at) => this.#resend(at), (text) => this.#named(text))); // prettier-ignore
    return { attempt, tokens: this.tokens };
  }

  /** Gives names to what stands for resources, and makes those that the story does not make itself. */
  #nameResources(): readonly string[] {
    const ids = new Set(this.#steps.flatMap(({ exchange }) => idsIn(exchange, this.#about.projectKey)));
    const isUnnamed = this.#steps.some(({ exchange }) => isOverwrite(exchange.request));
    if (ids.size === 0 && isUnnamed) ids.add(unnamed);
    const making: string[] = [];
    for (const id of ids) {
      const name = `r${this.#names.size + 1}`;
      this.#names.set(id, name);
      const makes = this.#steps.some(({ exchange }) => createdId(exchange) === id);
      if (!makes) making.push(`own; ${name}=$id`);
    }
    // Which of several was made first may matter.
    const own =
      making.length < 2
        ? making
        : [
            'if [ $((count % 2)) -eq 0 ]; then',
            ...making.map((line) => `  ${line}`),
            'else',
            ...making.toReversed().map((line) => `  ${line}`),
            'fi',
          ];
    const keys = new Set(this.#steps.flatMap(({ exchange }) => keysIn(exchange)));
    for (const key of keys) own.push(...this.#nameKey(key));
    const reads = this.#steps.some(({ exchange }) => isRead(exchange) && !isNamespace(exchange));
    const needsOther = this.#deviation.kind === 'another-resource';
    return [
      ...(needsOther ? ['own'] : []),
      ...(ids.size + keys.size === 0 && reads ? ['own'] : own),
      ...(needsOther ? ['own'] : []),
    ];
  }

  #nameKey(key: string): readonly string[] {
    const owner = [...this.#names].find(([id]) => key.includes(id) || this.#isKeyOf(key, id))?.[1];
    const name = `k${this.#names.size + 1}`;
    this.#names.set(key, name);
    const make = owner === undefined ? ['own', 'r=$id'] : [];
    return [
      ...make,
      `send read GET "$project/$${owner ?? 'r'}" -H "$keeper" -H 'Accept: application/json'`,
      `${name}=$(value read ${word(this.#about.keyPointer)} | sed -e 's/^"//' -e 's/"$//')`,
      `case $${name} in '' | *[!A-Za-z0-9._~-]*) cannot 'the key of a resource is not understood' ;; esac`,
    ];
  }

  #isKeyOf(key: string, id: string): boolean {
    return this.#steps.some(({ exchange }) => {
      const places = placesIn(exchange.answer?.body ?? '');
      return (
        places.get(this.#about.keyPointer) === JSON.stringify(key) && places.get('/id') === JSON.stringify(id)
      );
    });
  }

  #step({ step, exchange }: Sent, at: number): readonly string[] | undefined {
    const { request } = exchange;
    const name = `s${at + 1}`;
    const resource = this.#resourceOf(exchange);
    const version = statedVersion(exchange);
    const lines: string[] = [`# ${step.role}`];
    let body = request.body;
    if (version !== undefined && body !== undefined) {
      const found = this.#find(version, resource, { step, exchange });
      if (found === undefined) return undefined;
      lines.push(...found.lines);
      body = withVersion(body, found.text);
    }
    const isRacer = step.role === 'racer';
    lines.push(this.#send(name, exchange, body) + (isRacer ? ' &' : ''));
    if (isRacer) return lines;
    const isDue = isSuccess(exchange) && !step.culprit && (step.role === 'control' || step.role === 'setup');
    if (isDue) lines.push(`control ${name} ${word(`${request.method} as ${label(step.caller)}`)}`);
    lines.push(...this.#after(name, exchange, resource, at));
    return lines;
  }

  /** What a step leaves to those that follow. */
  #after(
    name: string,
    exchange: ExchangeEvidence,
    resource: string | undefined,
    at: number,
  ): readonly string[] {
    const { request } = exchange;
    const created = createdId(exchange);
    if (isCreate(exchange)) {
      const variable = created === undefined ? undefined : this.#names.get(created);
      return [
        `if succeeded ${name}; then made ${name}; fi`,
        ...(variable === undefined || !this.#isUsed(created ?? '', at)
          ? []
          : [`succeeded ${name} || cannot 'a create was refused'`, `${variable}=$id`]),
      ];
    }
    const { step } = this.#steps[at] ?? {};
    const isLook = step?.role === 'look' && !step.culprit && isRead(exchange) && isSuccess(exchange);
    // Another course than the one that was found.
    const course = isLook && at > 0 ? [`heard ${name}`, `succeeded ${name} || return 0`] : [];
    const later = this.#steps.slice(at + 1);
    const isStated = later.some(
      (one) => this.#resourceOf(one.exchange) === resource && statedVersion(one.exchange) !== undefined,
    );
    if (resource === undefined || !isStated || !isSuccess(exchange) || request.method === 'DELETE')
      return course;
    return [...course, ...this.#versionsOf(resource).learn(name, shownVersion(exchange))];
  }

  #isUsed(id: string, at: number): boolean {
    return this.#steps.slice(at + 1).some(({ exchange }) => isMentioned(exchange.request, id));
  }

  #find(version: string, resource: string | undefined, { step, exchange }: Sent) {
    // Of nothing that is known, or nowhere in particular: as it stands.
    if (resource === undefined) return undefined;
    const same = this.#steps.filter((one) => this.#resourceOf(one.exchange) === resource);
    const actual = actualVersion(
      this.#finding,
      same.map((one) => one.exchange),
    );
    const versions = this.#versionsOf(resource);
    if (!this.#made.has(resource) && this.#finding.got.includes('a former version')) {
      this.#made.add(resource);
      return this.#left(version, actual ?? version, exchange, versions);
    }
    this.#made.add(resource);
    if (step.role === 'control' && isSuccess(exchange)) return versions.current(version);
    return versions.find(version, actual ?? version);
  }

  /** A version that an update of the same kind has left. */
  #left(version: string, actual: string, exchange: ExchangeEvidence, versions: Versions) {
    const first = versions.find(version, version);
    if (first === undefined) return undefined;
    const move = this.#send('move', exchange, withVersion(exchange.request.body ?? '', first.text));
    const lines = [...first.lines, move, `control move 'an update'`, ...versions.learn('move', actual)];
    return { lines, text: first.text };
  }

  #versionsOf(resource: string): Versions {
    const versions = this.#versions.get(resource) ?? new Versions(resource);
    this.#versions.set(resource, versions);
    return versions;
  }

  /** The shell variable of the resource that a request is about. */
  #resourceOf({ request, answer }: ExchangeEvidence): string | undefined {
    const named = [...this.#names].find(([id, name]) => name.startsWith('r') && isMentioned(request, id));
    if (named !== undefined) return named[1];
    const id = placesIn(answer?.body ?? '').get('/id');
    const shown = id === undefined ? undefined : this.#names.get(id.slice(1, -1));
    // An overwrite that was refused is about the one that another has reached.
    return shown ?? (isOverwrite(request) ? [...this.#names.values()][0] : undefined);
  }

  #send(name: string, { request, caller }: ExchangeEvidence, body: string | undefined): string {
    const fields = request.headers.filter(([field]) => !left.has(field.toLowerCase()));
    const has = (field: string): boolean => fields.some(([one]) => one.toLowerCase() === field);
    const words = [
      ...fields.map(([field, value]) => this.#field(field, value, caller)),
      ...(has('accept') ? [] : [`-H 'Accept:'`]),
      ...(body === undefined || has('content-type') ? [] : [`-H 'Content-Type:'`]),
    ];
    const data = body === undefined ? [] : this.#data(name, body);
    const target = word(this.#named(request.target));
    return [`send ${name} ${word(request.method)} ${target}`, ...words, ...data].join(' ');
  }

  #data(name: string, body: string): readonly string[] {
    const picture = this.#steps.map(({ exchange }) => exchange).find(({ request }) => request.body === body);
    const coded = /^\(\d+ octets\)$/.test(body)
      ? /^printf %s '?([\w+/=]+)'? \| base64 -d/.exec(picture?.curl ?? '')?.[1]
      : undefined;
    if (coded === undefined) return ['--data-raw', word(this.#named(body))];
    const octets = Uint8Array.from(atob(coded), (sign) => sign.codePointAt(0) ?? 0);
    return [`--data-binary "$(picture ${name} ${octal(octets)})"`];
  }

  #field(field: string, value: string, caller = ''): string {
    const altered = /^altered (CONFORMANCE_TOKEN_[A-Z_]+)$/.exec(caller)?.[1];
    if (altered !== undefined && field.toLowerCase() === 'authorization') {
      this.tokens.add(altered);
      return `-H "${field}: Bearer $(altered "$${altered}")"`;
    }
    const secret = /<(CONFORMANCE_(?:TOKEN_[A-Z_]+|TOKENS entry \d+|HEADERS [\w-]+))>/g;
    const named = value.replace(secret, (_, token: string) => {
      const variable = token.replace(/\W/g, '_').toUpperCase();
      this.tokens.add(variable);
      return placeOf(variable);
    });
    return `-H ${word(value.trim() === '' ? `${field};` : `${field}: ${named}`)}`;
  }

  #resend(at: number): string {
    const sent = this.#steps[at];
    return sent === undefined ? ':' : this.#send(`s${at + 1}`, sent.exchange, sent.exchange.request.body);
  }

  /** A target, or a JSON text, with shell variables in place of ids and keys. */
  #named(text: string): string {
    return [...this.#names].reduce((all, [was, name]) => all.replace(mentionOf(was), placeOf(name)), text);
  }
}

function isSuccess({ answer }: ExchangeEvidence): boolean {
  return answer !== undefined && answer.status >= 200 && answer.status < 300;
}

function isRead({ request }: ExchangeEvidence): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

/** Where an answer shows the id by which the story names its resource. */
function idPointerIn({ exchanges }: Finding): string | undefined {
  for (const { request, answer } of exchanges) {
    const [, , collection, id = ''] = request.target.split(/[/?]/);
    if (collection !== 'resource' || !isId(id)) continue;
    const shown = [...placesIn(answer?.body ?? '')].find(([, raw]) => raw === JSON.stringify(id));
    if (shown !== undefined && answer !== undefined && answer.status < 300) return shown[0];
  }
  return undefined;
}

/** An operation that is about no resource. */
function isNamespace({ request }: ExchangeEvidence): boolean {
  return /\/resource\/namespace-action/.test(request.target);
}

function isCreate({ request }: ExchangeEvidence): boolean {
  return request.method === 'POST' && /^\/[^/]+\/resource(?:\?|$)/.test(request.target);
}

function createdId(exchange: ExchangeEvidence): string | undefined {
  if (!isCreate(exchange) || !isSuccess(exchange)) return undefined;
  const raw = placesIn(exchange.answer?.body ?? '').get('/id');
  return raw?.startsWith('"') === true ? raw.slice(1, -1) : undefined;
}

/** Ids that a request names, and those of what it has made or overwritten. */
function idsIn({ request, answer }: ExchangeEvidence, projectKey: string): readonly string[] {
  const [path = ''] = request.target.split('?');
  const [, , collection, segment] = path.split('/');
  const named = collection === 'resource' && segment !== undefined && isId(segment) ? [segment] : [];
  const raw = placesIn(answer?.body ?? '').get('/id');
  const shown = raw?.startsWith('"') === true ? raw.slice(1, -1) : undefined;
  const inBody = placesIn(request.body ?? '')
    .get('/id')
    ?.slice(1, -1);
  const meant = isOverwrite(request) ? [inBody, shown] : [];
  const made = createdId({ request, answer } as ExchangeEvidence);
  return [...named, ...meant, made].filter((id): id is string => id !== undefined && id !== projectKey);
}

/** An id or a key as a segment of a path, as the value of a parameter, or as a text in JSON; never a part of another. */
function mentionOf(id: string): RegExp {
  const literal = id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<=[/=])${literal}(?=$|[/?&])|(?<=")${literal}(?=")`, 'g');
}

function isMentioned({ target, body = '' }: ExchangeEvidence['request'], id: string): boolean {
  return mentionOf(id).test(target) || mentionOf(id).test(body);
}

/** What 4.7 and 4.8 send: no path names the resource. */
function isOverwrite({ method, target }: ExchangeEvidence['request']): boolean {
  return (method === 'PATCH' || method === 'PUT') && /^\/[^/]+\/resource(?:\?|$)/.test(target);
}

function isId(segment: string): boolean {
  return segment !== '' && !literals.has(segment) && !segment.includes('=');
}

/** Keys of resources, as far as their own signs show them: others are invented ones. */
function keysIn({ request }: ExchangeEvidence): readonly string[] {
  const key = /^\/[^/]+\/resource\/key=([\w.~-]+)(?:\?|$)/.exec(request.target)?.[1];
  return key === undefined ? [] : [key];
}

function label(caller: string): string {
  return inOneLine(caller.replaceAll('CONFORMANCE_TOKEN_', ''), 60);
}

/** What is needed to send it, since the contract does not show what it changes. */
function consentOf(exchange: ExchangeEvidence | undefined): string | undefined {
  if (exchange === undefined || isRead(exchange)) return undefined;
  const { request } = exchange;
  if (isOverwrite(request)) return 'overwrite';
  const segment = request.target.split(/[/?]/)[3] ?? '';
  if (segment === 'images') return 'upload';
  if (segment.startsWith('namespace-action')) return 'namespace';
  const isRecord = segment.startsWith('artificially-complex') || segment.startsWith('description-with-urn');
  return isRecord ? 'records' : undefined;
}

function script(
  finding: Finding,
  about: Reproduced,
  deviation: Deviation,
  { attempt, tokens }: { readonly attempt: readonly string[]; readonly tokens: ReadonlySet<string> },
): string {
  const { expected, got } = finding;
  const needed = [...new Set(['CONFORMANCE_TOKEN_MANAGE_TEST', ...tokens])];
  const consents = [...new Set((finding.story ?? []).flatMap(({ exchange }) => consentOf(finding.exchanges[exchange]) ?? []))]; // prettier-ignore
  const attempts = deviation.kind === 'several-winners' ? 8 : 3;
  return [
    '#!/bin/sh',
    `# Reproduces ${inOneLine(about.id).replace(/[^\w./-]/g, '?')} without the suite: needs a POSIX shell and curl.`,
    '# Exit code 1: it deviates; 0: it does not; 2: that cannot be told. What it makes it deletes.',
    `# Tokens from the environment: ${needed.map(describedVariable).join(', ')}`,
    '# CONFORMANCE_BASE_URL names another server to ask than the one of the finding.',
    'set -u',
    `base=\${CONFORMANCE_BASE_URL:-${word(about.baseUrl.replace(/\/+$/, ''))}}`,
    'base=${base%/}',
    `project=${word(`/${about.projectKey}/resource`)}`,
    `expected=${word(inOneLine(`${expected} (${about.id})`))}`,
    `found=${word(inOneLine(got))}`,
    `create_body=${word(about.createBody ?? plainBody)}`,
    `id_pointer=${word(idPointerIn(finding) ?? about.idPointer)}`,
    `for name in ${needed.join(' ')}; do`,
    `  eval "token=\\\${$name:-}"`,
    `  [ -n "$token" ] || { printf 'cannot tell: %s is not set\\n' "$name"; exit 2; }`,
    'done',
    ...consents.flatMap((consent) => [
      '# What this changes is not shown by the contract.',
      `case ,\${CONFORMANCE_CONSENT:-}, in *,${consent},* | *,all,*) ;; *) echo 'cannot tell: not sent without CONFORMANCE_CONSENT=${consent}'; exit 2 ;; esac`,
    ]),
    'keeper="Authorization: Bearer $CONFORMANCE_TOKEN_MANAGE_TEST"',
    '',
    prelude,
    '',
    'attempt() {',
    ...attempt.map((line) => `  ${line}`),
    '}',
    '',
    'count=0',
    `while [ "$count" -lt ${attempts} ]; do`,
    '  attempt',
    '  count=$((count + 1))',
    'done',
    `printf 'does not deviate: %s was expected, and %s was not seen again\\n' "$expected" "$found"`,
    '',
  ].join('\n');
}

/** Tokens of the manifest have no variable of their own until the reader of the script sets one. */
function describedVariable(name: string): string {
  const entry = /^CONFORMANCE_TOKENS_ENTRY_(\d+)$/.exec(name)?.[1];
  return entry === undefined ? name : `${name} (entry ${entry} of the file CONFORMANCE_TOKENS)`;
}

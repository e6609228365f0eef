import { says } from '../../wire/status.ts';
import { isRead } from '../../contract/reads.ts';
import type { ExchangeEvidence, Finding } from '../../clause/sample.ts';
import { judgementLines } from './judgement-lines.ts';
import { nameOf, type LookedFor } from './looked-for.ts';
import { createdId, isMentioned, keysIn } from './mentioned-ids.ts';
import { isCreate, isList, isSuccess } from './operations.ts';
import { requestLine } from './request-line.ts';
import { inOneLine, word } from './shell-text.ts';
import { StoryNames, type NameScope } from './story-names.ts';
import type { StoryStep } from './story-steps.ts';
import {
  actualVersion,
  shownVersion,
  statedVersion,
  Versions,
  withVersion,
  type VersionReference,
} from './versions.ts';

/** The longest wait of a check for an effect, in milliseconds; a longer wait was for a lag. */
const mostOfEffect = 4_000;

/** The requests of a story as one attempt to repeat it, with names in place of values from the server. */
export class ReplayAttempt {
  readonly #finding: Finding;
  readonly #steps: readonly StoryStep[];
  readonly #looked: LookedFor;
  readonly #names: StoryNames;
  readonly #versions = new Map<string, Versions>();
  /** Resources whose version a request states. */
  readonly #stated = new Set<string>();
  readonly #tokens = new Set<string>();

  constructor(finding: Finding, steps: readonly StoryStep[], place: NameScope, looked: LookedFor) {
    this.#finding = finding;
    this.#steps = steps;
    this.#looked = looked;
    this.#names = new StoryNames(steps, place);
  }

  /** Names of the tokens that the lines take from the environment. */
  get tokens(): ReadonlySet<string> {
    return this.#tokens;
  }

  /** The lines; undefined if a version cannot be found again. */
  lines(): readonly string[] | undefined {
    const looked = this.#looked;
    const lines = [
      ...this.#names.make(looked.kind === 'another-resource'),
      ...(looked.renewable === undefined ? [] : this.#names.renew(looked.renewable)),
    ];
    for (const step of this.#steps) {
      const sent = this.#step(step);
      if (sent === undefined) return undefined;
      lines.push(...sent);
    }
    if (this.#steps.some(({ step }) => step.role === 'racer')) lines.push('wait');
    const judged = judgementLines(
      looked,
      this.#steps,
      (at) => this.#resend(at),
      (text) => this.#names.in(text),
    );
    return [...lines, ...judged];
  }

  #step(told: StoryStep): readonly string[] | undefined {
    const { step, exchange, at } = told;
    const name = nameOf(at);
    const version = statedVersion(exchange);
    const lines: string[] = [`# ${step.role}`];
    let body = exchange.request.body;
    if (version !== undefined && body !== undefined) {
      const found = this.#find(version, told);
      if (found === undefined) return undefined;
      lines.push(...found.lines);
      body = withVersion(body, found.text);
    }
    const isRacer = step.role === 'racer';
    // A list may have room only for the newest resource, or only for others.
    if (this.#looked.kind === 'holds' && this.#looked.step === at && isList(exchange))
      lines.push('if [ $((count % 2)) -eq 1 ]; then own; fi');
    lines.push(...this.#wait(told), this.#send(name, exchange, body) + (isRacer ? ' &' : ''));
    if (isRacer) return lines;
    const isDue = isSuccess(exchange) && !step.culprit && step.role === 'control';
    if (isDue) lines.push(`control ${name} ${word(`${exchange.request.method} as ${label(step.caller)}`)}`);
    return [...lines, ...this.#after(name, told)];
  }

  /** The effect of a write may show later, or has to last. */
  #wait({ step, exchange, at }: StoryStep): readonly string[] {
    const before = this.#steps[at - 1];
    if (before === undefined || before.step.role === 'setup' || isRead(before.exchange.request)) return [];
    if (!isRead(exchange.request) && !step.culprit) return [];
    const gap = step.atMs - before.step.atMs - before.step.tookMs;
    if (gap < 300) return [];
    return [gap > mostOfEffect ? 'lag read' : `pause ${Math.ceil(gap / 1_000)}`];
  }

  /** What later steps need from the results of a step. */
  #after(name: string, { step, exchange, at }: StoryStep): readonly string[] {
    if (isCreate(exchange)) return this.#created(name, { step, exchange, at });
    const resource = this.#names.resourceOf(exchange);
    const isLook = step.role === 'look' && !step.culprit && isRead(exchange.request) && isSuccess(exchange);
    // The script takes another course than the run.
    const course = isLook && at > 0 ? [`heard ${name}`, `succeeded ${name} || return 0`] : [];
    const isStated = this.#steps
      .slice(at + 1)
      .some(
        (one) =>
          this.#names.resourceOf(one.exchange) === resource && statedVersion(one.exchange) !== undefined,
      );
    const isGone = exchange.request.method === 'DELETE';
    if (resource === undefined || !isStated || !isSuccess(exchange) || isGone) return course;
    return [...course, ...this.#versionsOf(resource).learn(name, shownVersion(exchange))];
  }

  #created(name: string, { step, exchange, at }: StoryStep): readonly string[] {
    const id = createdId(exchange);
    const variable = id === undefined ? undefined : this.#names.of(id);
    const later = this.#steps.slice(at + 1);
    const isUsed = later.some((one) => this.#isAbout(one.exchange, id ?? '', variable));
    const made = `if succeeded ${name}; then ${step.culprit ? 'noted' : 'made'} ${name}`;
    if (variable === undefined || !isUsed) return [`${made}; fi`];
    // The earlier resources of the run may also be created in another way.
    if (step.role === 'setup')
      return [
        `${made}; else own; fi`,
        `${variable}=$id`,
        ...this.#names.keysOf(variable),
        ...(shownVersion(exchange) === undefined ||
        !later.some((one) => statedVersion(one.exchange) !== undefined)
          ? []
          : this.#versionsOf(variable).learn(`''`, shownVersion(exchange))),
      ];
    return [`${made}; fi`, `succeeded ${name} || cannot 'a create was refused'`, `${variable}=$id`];
  }

  /** Whether the exchange is about the resource of that id: by the id, by the key, or by its answer. */
  #isAbout(exchange: ExchangeEvidence, id: string, variable: string | undefined): boolean {
    return (
      isMentioned(exchange.request, id) ||
      keysIn(exchange).some((key) => this.#names.ownerOf(key) === id) ||
      (variable !== undefined && this.#names.resourceOf(exchange) === variable)
    );
  }

  #find(version: string, { step, exchange, at }: StoryStep): VersionReference | undefined {
    const resource = this.#names.resourceOf(exchange);
    // Without a known target, the version stays unchanged.
    if (resource === undefined) return undefined;
    const same = this.#steps
      .filter((one) => one.step.role !== 'setup')
      .map((one) => one.exchange)
      .filter((one) => this.#names.resourceOf(one) === resource);
    const actual = actualVersion(this.#finding, same);
    const versions = this.#versionsOf(resource);
    const isFirst = !this.#stated.has(resource);
    this.#stated.add(resource);
    if (step.role === 'setup' && isSuccess(exchange)) return versions.current(version);
    const judged = this.#looked.step === at ? this.#finding.deviation : undefined;
    const stated = judged?.kind === 'status' ? judged.stated : undefined;
    // After 409 the stated version is actual by that time; other answers show no version.
    if (stated === 'actual' && says(exchange.answer, 'conflict')) return versions.equal(version);
    if (stated === 'former' && isFirst) return this.#left(version, actual ?? version, exchange, versions);
    if (step.role === 'control' && isSuccess(exchange)) return versions.current(version);
    return versions.find(version, actual ?? version, stated !== undefined && stated !== 'actual');
  }

  /** A version that an update of the same kind has replaced. */
  #left(
    version: string,
    actual: string,
    exchange: ExchangeEvidence,
    versions: Versions,
  ): VersionReference | undefined {
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

  #send(name: string, exchange: ExchangeEvidence, body: string | undefined): string {
    const { line, tokens } = requestLine(name, exchange, body, (text) => this.#names.in(text));
    for (const token of tokens) this.#tokens.add(token);
    return line;
  }

  #resend(at: number): string {
    const exchange = this.#steps[at]?.exchange;
    return exchange === undefined ? ':' : this.#send(nameOf(at), exchange, exchange.request.body);
  }
}

function label(caller: string): string {
  return inOneLine(caller.replaceAll('CONFORMANCE_TOKEN_', ''), 60);
}

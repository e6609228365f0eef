import type { ExchangeEvidence, Finding } from '../../clause/sample.ts';
import type { Deviation } from './deviation.ts';
import { judgementLines } from './judgement-lines.ts';
import { createdId, isMentioned } from './mentioned-ids.ts';
import { isCreate, isRead, isSuccess } from './operations.ts';
import { requestLine } from './request-line.ts';
import { inOneLine, word } from './shell-text.ts';
import { StoryNames, type Place } from './story-names.ts';
import type { StoryStep } from './story-steps.ts';
import { actualVersion, shownVersion, statedVersion, Versions, withVersion, type Found } from './versions.ts';

/** The requests of a story, with names in place of what the server had issued, as one attempt to see it again. */
export class Attempt {
  readonly #finding: Finding;
  readonly #steps: readonly StoryStep[];
  readonly #deviation: Deviation;
  readonly #names: StoryNames;
  readonly #versions = new Map<string, Versions>();
  /** Resources of which a version was stated. */
  readonly #stated = new Set<string>();
  readonly #tokens = new Set<string>();

  constructor(finding: Finding, steps: readonly StoryStep[], place: Place, deviation: Deviation) {
    this.#finding = finding;
    this.#steps = steps;
    this.#deviation = deviation;
    this.#names = new StoryNames(steps, place);
  }

  /** Names of the tokens that its lines take from the environment. */
  get tokens(): ReadonlySet<string> {
    return this.#tokens;
  }

  /** Its lines; undefined where a version cannot be found again. */
  lines(): readonly string[] | undefined {
    const lines = [...this.#names.make(this.#deviation.kind === 'another-resource')];
    for (const step of this.#steps) {
      const sent = this.#step(step);
      if (sent === undefined) return undefined;
      lines.push(...sent);
    }
    if (this.#steps.some(({ step }) => step.role === 'racer')) lines.push('wait');
    const judged = judgementLines(
      this.#deviation,
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
    lines.push(this.#send(name, exchange, body) + (isRacer ? ' &' : ''));
    if (isRacer) return lines;
    const isDue = isSuccess(exchange) && !step.culprit && (step.role === 'control' || step.role === 'setup');
    if (isDue) lines.push(`control ${name} ${word(`${exchange.request.method} as ${label(step.caller)}`)}`);
    return [...lines, ...this.#after(name, told)];
  }

  /** What a step leaves to those that follow. */
  #after(name: string, { step, exchange, at }: StoryStep): readonly string[] {
    if (isCreate(exchange)) return this.#created(name, exchange, at);
    const resource = this.#names.resourceOf(exchange);
    const isLook = step.role === 'look' && !step.culprit && isRead(exchange) && isSuccess(exchange);
    // Another course than the one that was found.
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

  #created(name: string, exchange: ExchangeEvidence, at: number): readonly string[] {
    const id = createdId(exchange);
    const variable = id === undefined ? undefined : this.#names.of(id);
    const isUsed = this.#steps.slice(at + 1).some((later) => isMentioned(later.exchange.request, id ?? ''));
    return [
      `if succeeded ${name}; then made ${name}; fi`,
      ...(variable === undefined || !isUsed
        ? []
        : [`succeeded ${name} || cannot 'a create was refused'`, `${variable}=$id`]),
    ];
  }

  #find(version: string, { step, exchange }: StoryStep): Found | undefined {
    const resource = this.#names.resourceOf(exchange);
    // Of nothing that is known, or nowhere in particular: as it stands.
    if (resource === undefined) return undefined;
    const same = this.#steps
      .map((one) => one.exchange)
      .filter((one) => this.#names.resourceOf(one) === resource);
    const actual = actualVersion(this.#finding, same);
    const versions = this.#versionsOf(resource);
    const isFirst = !this.#stated.has(resource);
    this.#stated.add(resource);
    if (isFirst && this.#finding.got.includes('a former version'))
      return this.#left(version, actual ?? version, exchange, versions);
    if (step.role === 'control' && isSuccess(exchange)) return versions.current(version);
    return versions.find(version, actual ?? version);
  }

  /** A version that an update of the same kind has left. */
  #left(version: string, actual: string, exchange: ExchangeEvidence, versions: Versions): Found | undefined {
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

function nameOf(at: number): string {
  return `s${at + 1}`;
}

function label(caller: string): string {
  return inOneLine(caller.replaceAll('CONFORMANCE_TOKEN_', ''), 60);
}

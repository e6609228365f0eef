import { says } from '../../wire/status.ts';
import type { ExchangeEvidence, Finding } from '../../clause/sample.ts';
import { placeOf } from './shell-text.ts';
import { placesIn } from './value-form.ts';

const stated = /("version"\s*:\s*)(-?[0-9][0-9.eE+-]*)/;

/** The version that a request states, as JSON text. */
export function statedVersion({ request }: ExchangeEvidence): string | undefined {
  return stated.exec(request.body ?? '')?.[2];
}

/** The body with another text in place of the stated version. */
export function withVersion(body: string, version: string): string {
  return body.replace(stated, (_, name: string) => name + version);
}

/** The version that an answer shows. */
export function shownVersion({ answer }: ExchangeEvidence): string | undefined {
  const raw = placesIn(answer?.body ?? '').get('/version');
  return raw !== undefined && /^\d+$/.test(raw) ? raw : undefined;
}

/** How to find a version of the run again on another resource: lines before its use, and its spelling. */
export interface VersionReference {
  readonly lines: readonly string[];
  readonly text: string;
}

/** Versions of a resource in a story, and shell variables for the versions of its replacement at the same distances. */
export class Versions {
  readonly #resource: string;
  readonly #known = new Map<string, string>();
  #latest: { readonly number: number; readonly variable: string } | undefined;
  #unnamed: string | undefined;
  #count = 0;

  /** @param resource - shell variable with its id */
  constructor(resource: string) {
    this.#resource = resource;
  }

  /** Learns a version from the answer to a step: the run saw `seen`, and the shell reads the present value. */
  learn(step: string, seen: string | undefined): readonly string[] {
    const variable = this.#next();
    if (seen === undefined) this.#unnamed = variable;
    else this.#remember(seen, variable);
    return [`version_of "$${this.#resource}" ${step}`, `${variable}=$version`];
  }

  /** The version that an accepted request stated, which was the actual version then. */
  current(version: string): VersionReference {
    const lines = this.learn(`''`, version);
    return { lines, text: placeOf(this.#known.get(version) ?? '') };
  }

  /** The same in the version's spelling; undefined if only the value identifies the version. */
  equal(version: string): VersionReference | undefined {
    const [, whole, form] = /^(\d+)((?:\.0+)?(?:[eE][-+]?0+)?)$/.exec(version) ?? [];
    if (whole === undefined || form === undefined) return undefined;
    const { lines, text } = this.current(whole);
    return { lines, text: text + form };
  }

  /**
   * The version that a request states; undefined if only the value identifies the version.
   * @param actual - the version if nothing is known @param isOther - it differs from the actual version; servers with
   * another mistake may hide that
   */
  find(version: string, actual: string, isOther = false): VersionReference | undefined {
    const lines: string[] = [];
    if (this.#latest === undefined && this.#unnamed === undefined) {
      const variable = this.#next();
      lines.push(`version_of "$${this.#resource}" ''`, `${variable}=$version`);
      this.#remember(actual, variable);
    }
    if (this.#unnamed !== undefined && !this.#known.has(version)) this.#remember(version, this.#unnamed);
    this.#unnamed = undefined;
    const known = this.#known.get(version);
    if (known !== undefined) {
      const latest = this.#latest?.variable ?? known;
      if (isOther && known !== latest) lines.push(unlessActual(known, latest));
      return { lines, text: placeOf(known) };
    }
    const [, whole = '', rest = ''] = /^(\d+)((?:\.\d+)?)$/.exec(version) ?? [];
    const latest = this.#latest;
    if (whole === '') return version.startsWith('-') ? { lines, text: version } : undefined;
    if (latest === undefined) return undefined;
    const distance = Number(whole) - latest.number;
    if (distance === 0) return { lines, text: placeOf(latest.variable) + rest };
    const variable = this.#next();
    lines.push(
      `${variable}=$((${latest.variable} ${distance < 0 ? '-' : '+'} ${Math.abs(distance)}))`,
      `[ "$${variable}" -ge 0 ] || ${variable}=${whole}`,
      unlessActual(variable, latest.variable),
    );
    return { lines, text: placeOf(variable) + rest };
  }

  #remember(version: string, variable: string): void {
    this.#known.set(version, variable);
    this.#latest = { number: Math.trunc(Number(version)), variable };
  }

  #next(): string {
    this.#count += 1;
    return `${this.#resource}_v${this.#count}`;
  }
}

function unlessActual(variable: string, latest: string): string {
  return `[ "$${variable}" -ne "$${latest}" ] || cannot 'the version to send is the actual version'`;
}

/** A whole number in its spelling; no other text is known to be an actual version. */
const whole = /^\d+(?:\.0*)?$/;

/** The actual version of a resource before the story's first request, as the finding shows it. */
export function actualVersion(
  { deviation }: Finding,
  steps: readonly ExchangeEvidence[],
): string | undefined {
  const actual = deviation?.kind === 'status' ? deviation.actual : undefined;
  const all = steps.flatMap((exchange) => statedVersion(exchange) ?? []);
  const met = steps
    .filter(({ answer }) => !says(answer, 'conflict'))
    .flatMap((one) => statedVersion(one) ?? []);
  const isTold = steps.length === 1 && /^\d+$/.test(actual ?? '');
  const told = isTold ? actual : [...met, ...all].find((version) => whole.test(version));
  return told?.replace(/\.0*$/, '');
}

import { isSuccess, says } from '../../wire/status.ts';
import { isRead } from '../../contract/reads.ts';
import type { LookedFor } from './looked-for.ts';
import { inOneLine, word } from './shell-text.ts';
import type { StoryStep } from './story-steps.ts';

/**
 * The lines of a script that decide whether an answer deviates, in the function for one attempt: they end the script
 * at a deviation, and if nothing can be decided.
 *
 * @param resend - the line that sends a step again
 * @param named - a text with shell variables in place of ids
 */
export function judgementLines(
  deviation: LookedFor,
  steps: readonly StoryStep[],
  resend: (at: number) => string,
  named: (text: string) => string,
): readonly string[] {
  const isHeard = deviation.kind !== 'several-winners' && deviation.kind !== 'cut-off';
  const hear = isHeard ? [heardLine(deviation)] : [];
  const lines = conditionOf(deviation, named);
  const again = lagOf(deviation, steps);
  // A deviation that a lag may explain is checked once more after the lag.
  const second =
    again === undefined ? [] : [`if ${lines.condition}; then lag ${again}; ${resend(deviation.step)}; fi`];
  return [...hear, ...second, `if ${lines.condition}; then deviates ${lines.got}; fi`, ...restOf(deviation, steps, resend, lines)]; // prettier-ignore
}

/** If no limit or gateway has answered; unless that is the deviation. */
function heardLine(deviation: LookedFor): string {
  const status = deviation.kind === 'status' ? ` ${deviation.status}` : '';
  return `heard ${nameOf(deviation.step)}${status}`;
}

function nameOf(step: number): string {
  return `s${step + 1}`;
}

interface Condition {
  /** A command that succeeds at a deviation. */
  readonly condition: string;
  /** The result, as a word. */
  readonly got: string;
}

function conditionOf(deviation: LookedFor, named: (text: string) => string): Condition {
  const name = nameOf(deviation.step);
  const answered = `"$(status ${name})"`;
  switch (deviation.kind) {
    case 'status': {
      const { status, exact } = deviation;
      const pattern = isSuccess(status) && !exact ? '2??' : says(deviation, 'fault') ? '50[01]' : `${status}`;
      const shows =
        deviation.shows === undefined ? '' : ` && value ${name} ${word(deviation.shows)} >/dev/null`;
      return {
        condition: `case $(status ${name}) in ${pattern}) true ;; *) false ;; esac${shows}`,
        got: answered,
      };
    }
    case 'cut-off':
      return {
        condition: `is_cut ${name}`,
        got: `'an incomplete answer, or none'`,
      };
    case 'not-json':
      return {
        condition: `succeeded ${name} && ! is_json ${name}${deviation.labelled ? ` && is_labelled ${name}` : ''}`,
        got: `'a body that is not JSON'`,
      };
    case 'not-utf8':
      return { condition: `succeeded ${name} && ! is_utf8 ${name}`, got: `'a body that is not UTF-8'` };
    case 'no-body':
      return {
        condition: `succeeded ${name} && [ ! -s "$dir/${name}.body" ]`,
        got: `"$(status ${name}) with an empty body"`,
      };
    case 'shown-too': {
      const shown = `value ${name} ${word(named(deviation.pointer))}`;
      return {
        condition: `! succeeded ${name} && ${shown} >"$dir/leak" && grep -qFf "$dir/leak" "$dir/${nameOf(deviation.to)}.body"`,
        got: `"$(status ${name}) with $(shown "$(${shown})")"`,
      };
    }
    case 'value': {
      const { pointer, form, raw } = deviation;
      const read = `"$(value ${name} ${word(named(pointer))})"`;
      const like =
        raw === undefined ? `[ "$(form ${read})" = ${word(form)} ]` : `[ ${read} = ${word(named(raw))} ]`;
      const where = inOneLine(pointer === '' ? 'the whole body' : pointer, 120);
      return {
        condition: `is_json ${name} && ${like}`,
        got: `"$(shown ${read}) at "${word(where)}`,
      };
    }
    case 'looks': {
      const before = nameOf(deviation.before);
      const compare = deviation.places.map(({ pointer, same }) => {
        const at = word(named(pointer));
        return `[ "$(value ${before} ${at})" ${same ? '=' : '!='} "$(value ${name} ${at})" ]`;
      });
      const told = deviation.places.map(
        ({ pointer, same }) => `${inOneLine(pointer, 100)} ${same ? 'as before' : 'changed'}`,
      );
      return {
        condition: [
          ...[before, name, ...deviation.since.map(nameOf)].map((step) => `succeeded ${step}`),
          ...compare,
        ].join(' && '),
        got: word(told.join(', ')),
      };
    }
    case 'holds': {
      const text = word(named(deviation.isWhole ? `"${deviation.text}"` : deviation.text));
      return { condition: `grep -qF ${text} "$dir/${name}.body"`, got: `'what another request had sent'` };
    }
    case 'another-resource':
      return {
        condition: `succeeded ${name} && [ -n "$(value ${name} /id)" ] && [ "$(value ${name} /id)" != "\\"$r1\\"" ]`,
        got: `"the resource $(shown "$(value ${name} /id)")"`,
      };
    case 'several-winners': {
      const won = deviation.steps.map((step) => `succeeded ${nameOf(step)} && won=$((won + 1))`);
      return {
        condition: `won=0; ${won.join('; ')}; [ "$won" -gt 1 ]`,
        got: `"$won of ${deviation.steps.length} updates that succeeded"`,
      };
    }
  }
}

/** A deviation that a lag could explain: a read that misses an existing state, or still shows an old one. */
function lagOf(deviation: LookedFor, steps: readonly StoryStep[]): 'read' | 'query' | undefined {
  const sent = steps[deviation.step]?.exchange.request;
  if (sent === undefined || !isRead(sent)) return undefined;
  if (deviation.step < steps.length - 1) return undefined;
  const missing = deviation.kind === 'status' && says(deviation, 'nothing there');
  const stale = deviation.kind === 'looks' && deviation.places.some(({ same }) => same);
  if (!missing && !stale) return undefined;
  return /^\/[^/]+\/resource(?:\?|$)/.test(sent.target) ? 'query' : 'read';
}

/** Without a write between two reads, a single read shows little. */
function restOf(
  deviation: LookedFor,
  steps: readonly StoryStep[],
  resend: (at: number) => string,
  { condition, got }: Condition,
): readonly string[] {
  const own = steps.filter(({ step }) => step.role !== 'setup');
  if (deviation.kind !== 'looks' || !deviation.still || own.length > 4) return [];
  return [
    'tries=0',
    'while [ "$tries" -lt 12 ]; do',
    `  ${resend(deviation.step)}`,
    `  if ${condition}; then deviates ${got}; fi`,
    '  tries=$((tries + 1))',
    'done',
  ];
}

import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { plain } from '../../wire/json/json.ts';
import { mediaType } from '../../wire/media-type.ts';
import { printable } from '../../wire/printable.ts';

const longest = 120;

/** An answer by its status and the beginning of its content: `200 {"count":0,"results":[]}`. */
export function answerText({ options }: Pick<Stage, 'options'>, exchange: Exchange): string {
  const { label, body, value, outcome } = exchange;
  if (!exchange.succeeded) return label;
  if (body.length === 0) return `${label} without a body`;
  if (value !== undefined && options.evidence === 'full')
    return `${label} ${beginningOf(JSON.stringify(plain(value)))}`;
  const type = outcome.kind === 'answer' ? (mediaType(outcome.headers)?.essence ?? 'no media type') : '';
  return `${label} (${body.length} octets, ${type})`;
}

/** Shows only whole members, because redaction would not find half a token. */
function beginningOf(json: string): string {
  if (json.length <= longest) return printable(json, longest * 6);
  const end = Math.max(json.lastIndexOf(',', longest), json.slice(0, longest).search(/[[{][^[{]*$/));
  return `${printable(json.slice(0, end + 1), longest * 6)} …`;
}

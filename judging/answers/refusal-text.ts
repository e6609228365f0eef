import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { asObject, type Json } from '../../wire/json/json.ts';

/** Members in which servers explain a refusal, the most telling first. */
const told = ['message', 'detail', 'error_description', 'title', 'error', 'reason'];
const longest = 120;

/** A refusal as its status and, if evidence is full, the explanation of the server: `400 ("id is required")`. */
export function refusalText({ options }: Pick<Stage, 'options'>, refusal: Exchange): string {
  const text = options.evidence === 'full' && refusal.is('turned away') ? textIn(refusal.value) : undefined;
  const short = text === undefined ? '' : beginningOf(text);
  return short === '' ? refusal.label : `${refusal.label} (${JSON.stringify(short)})`;
}

/** Shows only whole words, because redaction would not find half a token. */
function beginningOf(text: string): string {
  const words = text.replace(/\s+/g, ' ');
  if (words.length <= longest) return words;
  const end = words.lastIndexOf(' ', longest);
  return end < 0 ? '' : `${words.slice(0, end)} …`;
}

/** The first text in a place for reasons, even inside an envelope or a list of errors. */
function textIn(value: Json | undefined, depth = 0): string | undefined {
  if (depth > 2) return undefined;
  if (Array.isArray(value)) return textIn(value[0], depth + 1);
  const object = asObject(value);
  if (object === undefined) return undefined;
  for (const name of told) {
    const member = object[name];
    if (typeof member === 'string' && member.trim() !== '') return member.trim();
  }
  for (const inner of [object['error'], object['errors']]) {
    const text = textIn(inner, depth + 1);
    if (text !== undefined) return text;
  }
  return undefined;
}

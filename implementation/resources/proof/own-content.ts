import { createHash } from 'node:crypto';
import { JsonNumber, type Json, type JsonInput } from '../../../wire/json/json.ts';
import { decimal } from '../../../wire/json/numbers.ts';
import { textsIn } from '../../../wire/json/pointer.ts';

/** The content that a run has put into a resource, kept to recognise it if no text has the mark any more. */
export interface OwnContent {
  /** Digests of the texts without the mark that the run has sent to the resource, or got from its create. */
  readonly texts?: readonly string[];
  /** Digests of everything except the texts, as sent and as answered. */
  readonly rests?: readonly string[];
}

/** The maximum of kept texts per resource: more texts would not identify its owner better. */
const mostTexts = 200;

/** The kept part of a content, as it was sent or is shown. */
export function keptOf(contents: readonly (JsonInput | undefined)[], mark: string): OwnContent {
  const known = contents.filter((content) => content !== undefined);
  const texts = plainTexts(known, mark);
  const rests = [...new Set(known.map(restOf))];
  return { ...(texts.length === 0 ? {} : { texts }), ...(rests.length === 0 ? {} : { rests }) };
}

/** Digests of the significant texts without the mark in these values. */
export function plainTexts(values: readonly JsonInput[], mark: string): readonly string[] {
  const plain = values.flatMap(allTexts).filter((text) => text !== '' && !holdsMark(text, mark));
  return [...new Set(plain.map((text) => digestOf(folded(text))))].slice(0, mostTexts);
}

/** Whether only the run can have sent the content: another resource with that id shows other numbers or texts. */
export function isOwnContent(shown: Json | undefined, { texts = [], rests = [] }: OwnContent): boolean {
  if (shown === undefined || !rests.includes(restOf(shown))) return false;
  return textsIn(shown).every((text) => text === '' || texts.includes(digestOf(folded(text))));
}

/** A server may change the case of the mark. */
export function holdsMark(text: string, mark: string): boolean {
  return text.toLowerCase().includes(mark.toLowerCase());
}

/** A text in a form that frequent changes of servers do not alter: case, normal form, blanks at the ends. */
export function folded(text: string): string {
  return text.toUpperCase().normalize('NFKD').trim();
}

function allTexts(value: JsonInput): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(allTexts);
  // The name of an action is stored nowhere.
  return membersOf(value).flatMap(([name, member]) => (name === 'action' ? [] : allTexts(member)));
}

function restOf(value: JsonInput): string {
  return digestOf(JSON.stringify(withoutTexts(value) ?? null));
}

/** Numbers count by value, members by name; an empty value counts as absent. */
function withoutTexts(value: JsonInput): unknown {
  if (typeof value === 'string' || value === null) return undefined;
  if (typeof value === 'number' || value instanceof JsonNumber) return numberOf(String(value));
  if (typeof value !== 'object') return value;
  const parts = Array.isArray(value)
    ? value.map(withoutTexts)
    : membersOf(value)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => [name, withoutTexts(member)] as const)
        .filter(([, rest]) => rest !== undefined);
  return parts.some((part) => part !== undefined) ? parts : undefined;
}

function numberOf(source: string): string {
  const { negative, digits, exponent } = decimal(source);
  return `${negative ? '-' : ''}${digits}e${exponent}`;
}

function membersOf(value: JsonInput): readonly (readonly [string, JsonInput])[] {
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return [];
  return Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, member]]));
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

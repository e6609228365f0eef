import { asInertWords } from '../ci/log-commands.ts';
import { isVisible, visible } from '../visible.ts';

/** Marks places of shell variables in a text, by characters that nothing else uses. */
const [open, close] = ['\ue000', '\ue001'] as const;

/** The place of the shell variable of that name. */
export function placeOf(variable: string): string {
  return `${open}${variable}${close}`;
}

/** Whether a text can be in a script: no hidden or steering characters except line feed and tab, no marks of places. */
export function isPlain(text: string): boolean {
  return !/[^\P{C}\n\t]/u.test(text) && isVisible(text.replace(/[\n\t]/g, ''));
}

/** A text has invisible characters, so that no script for people can contain it. */
export class UnseenText extends RangeError {
  override readonly name = 'UnseenText';
}

/**
 * A word for a POSIX shell, but no command of a build service: single-quoted, with places as double-quoted variables.
 * @throws UnseenText if the text is not {@link isPlain}
 */
export function word(text: string): string {
  const pieces = text.split(new RegExp(`${open}(\\w+)${close}`));
  const words = pieces.map((piece, at) => {
    if (at % 2 === 1) return `"$${piece}"`;
    if (!isPlain(piece)) throw new UnseenText('a script cannot contain an invisible character');
    return piece === '' ? '' : asInertWords(`'${piece.replaceAll("'", "'\\''")}'`);
  });
  return words.join('') || "''";
}

/** Octets as a format of `printf`. */
export function octal(octets: Uint8Array): string {
  return `'${[...octets].map((octet) => `\\${octet.toString(8).padStart(3, '0')}`).join('')}'`;
}

/** A text on one line of a script, cut if long, without control characters; other invisible characters are escaped. */
export function inOneLine(text: string, most = 300): string {
  return visible(text.replace(/\s+/g, ' ').replace(/\p{C}/gu, ''), most);
}

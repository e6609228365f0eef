import { constants, gunzipSync } from 'node:zlib';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { canaries, control, linedSpellings } from './canaries.ts';

/** Characters of a secret that nobody types by chance: so many, or half of a short one. */
const telling = 14;

/** What of a text, or a way to spell it, is in another: a stretch of it that is long enough to tell. */
function stretches(text: string, most = telling): readonly string[] {
  const each: string[] = [];
  for (let at = 0; at + most <= text.length; at += 1) each.push(text.slice(at, at + most));
  return each;
}

const bare = (text: string): string => text.replace(/[\s\0]|\\[nrt]|\\u000[0ad]/g, '').toLowerCase();

/** The ways to read a text: as it stands, and as those see it who undo its escapes. */
function readings(text: string): readonly string[] {
  const unescaped = text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/(?:&amp;|&)#(\d+);/g, (_, digits: string) => String.fromCharCode(Number(digits)))
    .replace(/%(?:25)*([0-9a-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  return [bare(text), bare(unescaped)];
}

const spelled = (secret: string): readonly string[] =>
  ['plain', 'base64 at 0', 'base64 at 1', 'base64 at 2', 'hex'].flatMap((name) => {
    const text = linedSpellings[name]?.(secret) ?? '';
    // What is at the ends of base64 is the neighbours' as well.
    const inner = name.startsWith('base64') ? text.slice(4, -4) : text;
    return stretches(inner.toLowerCase(), Math.min(telling, Math.floor(secret.length / 2)));
  });

/** What of a secret must be there in a row, by its first characters. */
const sought = new Map<string, { readonly secret: string; readonly stretch: string }[]>();
const first = 8;
// The first part of tokens of that form is the same in all of them.
const common = new Set(spelled('eyJhbGciOiJFUzI1NiJ9.'));
for (const secret of canaries)
  for (const stretch of spelled(secret).filter((one) => !common.has(one))) {
    const start = stretch.slice(0, first);
    sought.set(start, [...(sought.get(start) ?? []), { secret, stretch }]);
  }
const known = spelled(control);

/** The secrets that a text gives away, each with what stands around it. */
export function secretsIn(text: string): readonly string[] {
  const found = new Map<string, string>();
  for (const reading of readings(text))
    for (let at = 0; at + first <= reading.length; at += 1)
      for (const { secret, stretch } of sought.get(reading.slice(at, at + first)) ?? [])
        if (!found.has(secret) && reading.startsWith(stretch, at))
          found.set(secret, `${secret}: …${reading.slice(Math.max(0, at - 150), at + 100)}…`);
  return [...found.values()];
}

/** Whether the control is found as a secret would be. */
export function showsControl(text: string): boolean {
  return readings(text).some((reading) => known.some((one) => reading.includes(one)));
}

/** Every file below a folder with its text, as it is when it is unfolded. */
export function textsBelow(folder: string): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, text: unfolded(path) }));
}

/** A run that is killed leaves a tape whose last part is not whole. */
function unfolded(path: string): string {
  const octets = readFileSync(path);
  if (!path.endsWith('.gz')) return octets.toString('latin1');
  return gunzipSync(octets, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
}

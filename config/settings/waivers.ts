import { depthNames, type Waiver } from '../../clause/waivers.ts';
import { ConfigurationError, quoted } from '../input/configuration-error.ts';
import { didYouMean, nearest } from '../input/did-you-mean.ts';
import { parseJsonFile, UnreadableJson } from '../input/json-file.ts';
import { pinned } from '../register/decided-by-reads.ts';
import { variable } from './table.ts';
import type { SettingReader } from './values.ts';
import { commandLine } from '../../reporters/commands/command-line.ts';

type Members = Readonly<Record<string, unknown>>;

const texts = ['reason', 'owner', 'expires'] as const;
const known: readonly string[] = ['clause', 'cause', ...texts, 'depth', 'chance'];
/** How reports name a computed cause; any other cause has the id of a clause as its name. */
const computed = /^(?:all [a-z]+|4\.\d+(?:, 4\.\d+)*): \S/;

/** The waivers of known fails; a waiver that expired before `today` is refused. @throws ConfigurationError */
export function readWaivers(reader: SettingReader, today: string): readonly Waiver[] | undefined {
  const file = reader.file('WAIVERS');
  if (file === undefined) return undefined;
  const entries = entriesOf(file.text, file.path);
  const levels = new Map(pinned().map(({ id, level }) => [id, level]));
  const waivers = entries.map((entry, at) => waiverOf(entry, `${file.path}, entry ${at + 1}`, levels));
  const seen = new Set<string>();
  const twice = waivers.find(({ clause }) => seen.size === seen.add(clause).size);
  if (twice !== undefined)
    throw refusal(
      `${file.path}, which waives ${twice.clause} twice`,
      'one waiver per clause',
      'Keep one of the two.',
    );
  const expired = waivers.filter(({ expires }) => expires < today);
  const [first] = expired;
  if (first === undefined) return waivers;
  throw refusal(
    `${expired.length === 1 ? 'a waiver that has' : `${expired.length} waivers that have`} expired: ${expired
      .map(({ clause, expires, owner }) => `${clause} on ${expires} (${owner})`)
      .join(', ')}`,
    `dates from ${today} on`,
    `Fix ${first.clause}, or let its owner renew the waiver.`,
  );
}

function entriesOf(text: string, path: string): readonly unknown[] {
  try {
    const value = parseJsonFile(text);
    if (Array.isArray(value)) return value;
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    throw refusal(`${path}, which ${error.inWords}`, 'a JSON array of waivers', example);
  }
  throw refusal(`${path}, which holds no array`, 'a JSON array of waivers', example);
}

const example =
  'For example: [{"clause": "4.5/no-body", "reason": "ticket 12", "owner": "api team", "expires": "2026-12-31"}]';

function waiverOf(entry: unknown, place: string, levels: ReadonlyMap<string, string>): Waiver {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw refusal(`${place}, which is ${quoted(entry)}`, 'an object', example);
  const members = entry as Members;
  const stray = Object.keys(members).find((name) => !known.includes(name));
  if (stray !== undefined)
    throw refusal(
      `${place} with ${quoted(stray)}`,
      `no members but ${known.join(', ')}`,
      didYouMean(stray, known, 'Remove it.'),
    );
  const [reason, owner, expires] = texts.map((name) => textIn(members, name, place)) as [
    string,
    string,
    string,
  ];
  const { depth = 'ci', chance = false } = members;
  const least = depthNames.find((name) => name === depth);
  if (least === undefined)
    throw refusal(`${place} with depth ${quoted(depth)}`, `one of ${depthNames.join(', ')}`, example);
  if (typeof chance !== 'boolean')
    throw refusal(`${place} with chance ${quoted(chance)}`, 'true or false', example);
  if (!isDay(expires))
    throw refusal(`${place}, which expires on ${quoted(expires)}`, 'a day such as 2026-12-31', example);
  const about = subjectOf(members, place, levels);
  return { ...about, reason, owner, expires, depth: least, ...(chance ? { chance } : {}) };
}

function subjectOf(
  members: Members,
  place: string,
  levels: ReadonlyMap<string, string>,
): Pick<Waiver, 'clause' | 'cause'> {
  if (members['cause'] === undefined) {
    const clause = textIn(members, 'clause', place);
    refuseClause(clause, place, levels);
    return { clause };
  }
  const cause = textIn(members, 'cause', place);
  if (members['clause'] !== undefined)
    throw refusal(`${place} with a clause and a cause`, 'one of the two', 'Remove one of the two.');
  if (!computed.test(cause))
    throw refusal(
      `${place} with cause ${quoted(cause)}`,
      'a cause as a report names it: 4.10: compares versions with <',
      'If the report names a clause, waive that by "clause".',
    );
  return { clause: cause, cause };
}

function textIn(members: Members, name: (typeof known)[number], place: string): string {
  const value = members[name];
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw refusal(
    `${place} with ${name} ${value === undefined ? 'left out' : quoted(value)}`,
    `a text for each of clause (or cause), ${texts.join(', ')}`,
    example,
  );
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  );
}

/** Only a MUST or a declared choice can fail. Declared choices are named by the profile. */
function refuseClause(clause: string, place: string, levels: ReadonlyMap<string, string>): void {
  if (clause.startsWith('declared/')) return;
  const level = levels.get(clause);
  if (level === 'MUST') return;
  if (level !== undefined)
    throw refusal(
      `${place} for ${clause}, which is ${level}`,
      'a MUST or a declaration',
      'Remove it: it never fails.',
    );
  const meant = nearest(clause, levels.keys());
  throw refusal(
    `${place} for ${quoted(clause)}, a clause that is not known`,
    'the id of a clause',
    meant === undefined ? `See ${commandLine('explain', '--list')}` : `Did you mean ${meant}?`,
  );
}

function refusal(found: string, expected: string, remedy: string): ConfigurationError {
  return new ConfigurationError({ setting: variable('WAIVERS'), found, expected, remedy });
}

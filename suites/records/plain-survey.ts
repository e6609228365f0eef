import type { RecordEndpoint } from '../../contract/traits.ts';
import { documentedTimestamp, usualInstant } from './ordered-record.ts';
import { acceptedPost, withRecord, type RecordPost } from './posts.ts';
import { surveyedRecords } from './survey-posts.ts';
import type { Stage } from '../../implementation/stage.ts';

/** The maximum number of parts that are checked alone if a server fails often. */
const mostParts = 24;

/** Texts of letters, digits and the signs of everyday names and numbers. */
const isPlainText = (text: string): boolean => /^[\w.'é-]+( [\w.'é-]+)*$/u.test(text);

/** One part of a request, and its name. */
export interface SurveyPart {
  readonly what: string;
  /** The accepted request with that part. */
  readonly part: RecordPost;
}

/** The plain parts of surveyed requests that were answered with a server error, each in the accepted request. */
export async function suspectParts(on: Stage, name: RecordEndpoint): Promise<readonly SurveyPart[]> {
  const { post } = await acceptedPost(on, name);
  const surveyed = await surveyedRecords(on, name);
  const failed = surveyed.filter(({ exchange }) => exchange.is('fault'));
  const parts = new Map(failed.flatMap((one) => differences(post, one.post)));
  return [...parts].slice(0, mostParts).map(([what, part]) => ({ what, part }));
}

/** Each plain part in which the request differs from the accepted request, alone. */
function differences(
  accepted: RecordPost,
  { one, two, path, variation }: RecordPost,
): readonly (readonly [string, RecordPost])[] {
  const found: (readonly [string, RecordPost])[] = [];
  if (one !== undefined && one !== accepted.one && /^-?\d+(?:\.\d+)?$/.test(one))
    found.push([`queryParameterOne=${one}`, { ...accepted, one }]);
  if (two !== undefined && two !== accepted.two && isPlainText(two))
    found.push([`queryParameterTwo=${two}`, { ...accepted, two }]);
  for (const [place, value] of Object.entries(path))
    if (value !== accepted.path[place] && isPlainText(value))
      found.push([`${place} ${value}`, { ...accepted, path: { ...accepted.path, [place]: value } }]);
  if (variation === undefined || accepted.variation === undefined) return found;
  const { at = usualInstant, set = {} } = variation;
  if (at.getTime() !== usualInstant.getTime() && isUsual(at))
    found.push([`createdAt ${documentedTimestamp(at)}`, withRecord(accepted, 'a', { at })]);
  for (const [member, value] of Object.entries(set))
    if (typeof value === 'string' && value !== accepted.variation.set?.[member] && isPlainText(value))
      found.push([`${member} ${value}`, withRecord(accepted, 'a', { set: { [member]: value } })]);
  return found;
}

/** Neither before 1970 nor beyond the range of seconds in 32 bits. */
const isUsual = (at: Date): boolean => at.getUTCFullYear() >= 1971 && at.getUTCFullYear() <= 2037;

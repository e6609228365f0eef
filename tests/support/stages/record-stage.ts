import type { Profile } from '../../../clause/profile.ts';
import type { Known } from './judged-stage.ts';
import type { Answer } from './scripted-stage.ts';
import { suiteStage } from './suite-stage.ts';

/** What was posted to an operation that takes a record, and when. */
export interface Posted {
  readonly record: Readonly<Record<string, unknown>>;
  readonly one: string | undefined;
  readonly two: string | undefined;
  readonly path: Readonly<Record<string, string>> | undefined;
  readonly as: string;
  readonly at: number;
  readonly before: number;
}

/** How a post is answered. */
export type Rule = (posted: Posted) => Answer;

/** A stage on which posts of records are answered by a rule, and anyone who asks for anything else is turned away. */
export function recordStage(rule: Rule, known: Known = {}) {
  const posts: Posted[] = [];
  const stage = suiteStage((name, as, ask, at) => {
    if (name === 'create') return [201, '{"id":"r1","version":5}'];
    if (name !== 'complexPath' && name !== 'urnLinks') return [401];
    const query = new Map(ask.query);
    posts.push({
      record: ask.json as Posted['record'],
      one: query.get('queryParameterOne'),
      two: query.get('queryParameterTwo'),
      path: ask.path,
      as: as.label,
      at,
      before: posts.length,
    });
    return rule(posts.at(-1) as Posted);
  }, known);
  return { ...stage, posts };
}

/** A profile that names records of its own. */
export const own: Profile = { samples: { '4.9': { body: { own: true } }, '4.13': { body: { own: true } } } };

import type { Profile } from '../clause/profile.ts';
import type { History } from '../history/history.ts';
import { view } from '../history/view.ts';
import { answers, type Answers } from './callers/answers.ts';
import { Closings } from './callers/closings.ts';
import { heardAnswers, Offered } from './operations/offered.ts';
import { flickers, type Flickers } from './resources/flickers.ts';
import { misdirectedReads, type MisdirectedReads } from './resources/misdirected-reads.ts';
import { AnsweredBodies, type AnsweredParts } from './shapes/answered-bodies.ts';
import { brokenOff, unanswered, type BrokenAnswersOf } from './weather/broken-answers.ts';
import { pages, type Pages } from './weather/pages.ts';
import { passingAnswers, type PassingAnswers } from './weather/passing-answers.ts';

interface WorldParts extends Omit<AnsweredParts, 'projectKey'> {
  readonly history: History;
  readonly profile: Profile;
}

/** Conclusions from a history: no other code adds entries, and every reader sees the run so far. */
export class World {
  readonly history: History;
  readonly profile: Profile;
  readonly answers: Answers;
  readonly closings: Closings;
  readonly offered: Offered;
  /** The statuses, media types and bodies of answers, which are checked as they come. */
  readonly bodies: AnsweredBodies;
  /** The answers that broke off before the end promised by their framing. */
  readonly brokenOff: BrokenAnswersOf;
  /** Which requests met the end of the connection instead of an answer. */
  readonly unanswered: BrokenAnswersOf;
  readonly passing: PassingAnswers;
  readonly pages: Pages;
  readonly misdirected: MisdirectedReads;
  readonly flickers: Flickers;

  constructor({ history, profile, ...parts }: WorldParts) {
    this.history = history;
    this.profile = profile;
    this.answers = answers(history);
    this.closings = view(() => new Closings(profile.refusal?.style === 'close'))(history);
    this.passing = passingAnswers(history);
    this.pages = pages(history);
    this.offered = new Offered(heardAnswers(history), this.passing);
    this.bodies = view(({ projectKey }) => new AnsweredBodies({ ...parts, projectKey }))(history);
    this.brokenOff = brokenOff(history);
    this.unanswered = unanswered(history);
    this.misdirected = misdirectedReads(history);
    this.flickers = flickers(history);
  }
}

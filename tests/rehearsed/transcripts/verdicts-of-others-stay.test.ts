import { describe } from 'vitest';
import { holdVerdicts } from '../../support/transcripts/hold-verdicts.ts';

describe('what a whole run comes to on honest servers, under weather and after mistakes', () => {
  holdVerdicts('verdicts-of-others', 40);
});

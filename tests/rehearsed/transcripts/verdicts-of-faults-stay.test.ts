import { describe } from 'vitest';
import { holdVerdicts } from '../../support/transcripts/hold-verdicts.ts';

describe('what a whole run comes to on each fault', () => {
  holdVerdicts('verdicts-of-faults', 60);
});

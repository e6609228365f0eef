import { expect, test } from 'vitest';
import { isStandardStatus } from '../../../judging/answers/recommendations.ts';

test.each([200, 204, 226, 304, 308, 404, 409, 417, 421, 422, 425, 428, 431, 451, 500, 511])(
  '%i is a standard status',
  (status) => {
    expect(isStandardStatus(status)).toBe(true);
  },
);

test.each([209, 299, 306, 309, 418, 419, 427, 430, 450, 499, 509, 520, 599, 799])(
  '%i is not a standard status',
  (status) => {
    expect(isStandardStatus(status)).toBe(false);
  },
);

import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { optionalSections } from '../../contract/traits.ts';
import { referenceProfile } from '../../faults/catalogue.ts';
import { operationOf } from '../../reference/routes.ts';
import { rowsPlayed } from '../support/played-rows.ts';

describe('a section that is left out', () => {
  test.each(
    rowsPlayed({
      table: 'sections left out',
      rows: optionalSections,
      nameOf: (section) => section,
      oneIn: 4,
    }),
  )('is not requested: %s', async (section) => {
    const asked: string[] = [];
    const { statement } = await rehearse({
      plan,
      profile: referenceProfile,
      options: { without: new Set([section]) },
      around: (transport) => ({
        ...transport,
        send: async (request, limits) => {
          if (operationOf(request) === section) asked.push(`${request.method} ${request.target}`);
          return await transport.send(request, limits);
        },
      }),
    });
    expect(asked).toEqual([]);
    expect(statement.verdict).toBe('CONFORMANT');
  });
});

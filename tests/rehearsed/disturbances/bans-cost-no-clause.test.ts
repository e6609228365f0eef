import { expect, test } from 'vitest';
import { disturbances } from '../../support/disturbances/disturbances.ts';
import { rehearseUnder } from '../../support/disturbances/rehearsed-disturbance.ts';

const bans = disturbances.filter(({ name }) => name.includes('everybody is answered 403'));

test.each(bans.map((weather) => [weather.name, weather] as const))('%s', async (_, weather) => {
  const { statement, record } = await rehearseUnder(weather);
  expect(statement.verdict).toBe('CONFORMANT');
  expect(record.weather?.events?.some((event) => event.includes('a ban.'))).toBe(true);
  expect(record.weather?.events?.some((event) => event.includes('expired'))).toBe(false);
});

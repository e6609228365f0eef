import { exchangeKey, rowsOf, type ProbeCase, type ProbeRow } from '../../clause/causes/probe.ts';
import type { Exchange } from '../../history/exchange.ts';
import { documentedFields } from '../../schemas/fields.ts';
import { eachPosition } from '../../schemas/positions.ts';
import { plain } from '../../wire/json/json.ts';
import type { RecordedDeviation } from '../shapes/recorded.ts';
import type { World } from '../world.ts';

const bringing = ['create', 'patch', 'put'] as const;

/** Ill-typed values in answers that an accepted write contained with that type. */
export function contentRows({ bodies, history }: World): readonly ProbeRow[] {
  const shown = documentedFields
    .flatMap(({ name }) => bodies.field(name).deviations)
    .filter(({ grade, got }) => grade === 'violation' && got !== undefined);
  if (shown.length === 0) return [];
  const brought = new Set(
    bringing.flatMap((name) =>
      history
        .at(name)
        .filter(({ succeeded }) => succeeded)
        .flatMap(valuesIn),
    ),
  );
  return rowsOf(
    'content',
    shown.filter(({ field, got }) => brought.has(valueOf(field, got))).flatMap(caseOf),
  );
}

function valuesIn({ sent }: Exchange): readonly string[] {
  if (sent === undefined) return [];
  const values: string[] = [];
  eachPosition('ExampleResource', plain(sent), ({ field, value }) => {
    values.push(valueOf(field, value));
  });
  return values;
}

function valueOf(field: string, value: unknown): string {
  return `${field} ${JSON.stringify(value)}`;
}

function caseOf({ evidence: { number, atMs }, pointer }: RecordedDeviation): readonly ProbeCase[] {
  if (number === undefined || atMs === undefined) return [];
  const key = exchangeKey(number, atMs, pointer);
  return [{ features: {}, due: 'of its type', came: 'shown as sent', key }];
}

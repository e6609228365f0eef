import { contentSent } from '../../judging/surveys/contents.ts';
import { JsonNumber, type Json, asObject } from '../../wire/json/json.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';

/** The objectTypeProperty of an accepted create: as it was posted, and as the answer shows it. */
export interface Echo {
  readonly posted: Json;
  readonly shown: Json | undefined;
  /** The content in the answer to a create with the shown content. */
  readonly again?: Json | undefined;
}

/** The run's book of echoes, to which every check may add. */
export const echoes = oncePerRun((_on: Stage): Promise<Echo[]> => Promise.resolve([]));

/** The echo of an accepted create; undefined if it posted nothing that could come back. */
export function echoOf(exchange: Exchange): Echo | undefined {
  const posted = contentSent(exchange);
  if (!exchange.succeeded || posted === undefined) return undefined;
  return { posted, shown: exchange.object?.['objectTypeProperty'] };
}

/** The conclusion from the echoes; `changing`: content from an answer came back different when it was posted. */
export function roundTripOf(all: readonly Echo[]): 'none' | 'exact' | 'normalised' | 'changing' {
  if (all.every(({ shown }) => shown === undefined)) return 'none';
  if (all.some(({ shown, again }) => again !== undefined && !sameContent(again, shown))) return 'changing';
  return all.every(({ posted, shown }) => sameContent(posted, shown)) ? 'exact' : 'normalised';
}

/** Whether contents are equal: numbers by value, within the precision of a 32-bit Float; strings to the code point. */
function sameContent(one: Json, other: Json | undefined): boolean {
  if (other === undefined) return false;
  if (one instanceof JsonNumber)
    return (
      other instanceof JsonNumber &&
      (sameNumber(one.source, other.source) || nearly(one.source, other.source))
    );
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => sameContent(item, other[at]))
    );
  const [a, b] = [asObject(one), asObject(other)];
  if (a === undefined || b === undefined) return one === other;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => {
      const value = a[name];
      return value !== undefined && sameContent(value, b[name]);
    })
  );
}

function nearly(one: string, other: string): boolean {
  const [a, b] = [Number(one), Number(other)];
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) return a === b;
  return Math.abs(a - b) <= Math.max(Math.abs(a) * 2 ** -23, 2 ** -149);
}

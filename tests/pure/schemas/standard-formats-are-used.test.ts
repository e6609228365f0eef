import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDay } from '../../../schemas/calendar.ts';
import { textFormats } from '../../../schemas/formats.ts';
import { addStandardFormats } from '../../../schemas/standard-formats.ts';
import { meetsSchema } from '../../../schemas/vendor-schema.ts';
import { processorMs } from '../../support/processor-time.ts';

const ajv = addStandardFormats(new Ajv2020({ strictTypes: false }));
const theirs: readonly string[] = Object.keys(ajv.formats);
for (const format of theirs) ajv.addSchema({ format }, format);

/** Whether `ajv-formats` lets a text pass; one of its formats of numbers lets all texts pass. */
function passes(format: string, text: string): boolean {
  return ajv.validate(format, text) === true;
}

/** By format of the contract: texts that it allows, and texts that it refuses. */
const contract: Readonly<Record<string, { readonly allows: readonly string[]; readonly refuses: readonly string[] }>> = {
  'clock-time': { allows: ['12:30:00', '24:00:00'], refuses: ['12:30:00Z', '12:30:00.5', '25:00:00'] },
  'local-date-time': {
    allows: ['2015-07-04T21:00:00', '2015-07-04T24:00:00'],
    refuses: ['2015-07-04T21:00:00Z', '2015-07-04T21:00:00.5', '2015-07-04 21:00:00', '2015-02-30T21:00:00'],
  },
  'utc-milliseconds': {
    allows: ['2015-07-04T21:00:00.090Z', '2015-07-04T24:00:00.000Z', '20150704T210000,090Z'],
    refuses: ['2015-07-04T21:00:00Z', '2015-07-04T21:00:00.090+00:00', '2015-07-04 21:00:00.090z', '2015-07-04T21:00:00.090000Z'],
  },
  'http-date-style': {
    allows: ['Sat, 04 Jul 2015 21:00:00 GMT', 'Saturday, 04-Jul-15 21:00:00 GMT'],
    refuses: ['2015-07-04T21:00:00Z', 'yesterday'],
  },
  'relative-path': {
    allows: ['/p/x', 'slug:12', '', '/p/red shoe', '/prödukt'],
    refuses: ['https://shop.example/p', '//shop.example/p', 'mailto:a@b.c', '\\\\host\\p'],
  },
  'resolvable-url': {
    allows: ['https://cdn.example/a.png', '//cdn.example/a.png', '/a.png', 'bild-ä.png', 'photo 1.png', '#'],
    refuses: ['', 'http://', 'http://h:99999/', 'not a url at all', '<html>'],
  },
}; // prettier-ignore

describe('ajv-formats judges the formats that it judges as the contract does', () => {
  test('a date is the only such format', () => {
    expect(Object.keys(contract).toSorted()).toEqual(
      Object.keys(textFormats)
        .filter((name) => name !== 'date')
        .toSorted(),
    );
  });

  test('a date is any day of the calendar', () => {
    const digits = (value: number, width: number): string => String(value).padStart(width, '0');
    const day = fc.tuple(fc.nat({ max: 9999 }), fc.nat({ max: 14 }), fc.nat({ max: 33 }));
    fc.assert(
      fc.property(day, ([y, m, d]) => {
        const text = `${digits(y, 4)}-${digits(m, 2)}-${digits(d, 2)}`;
        expect(textFormats['date']?.accepts(text)).toBe(isDay(y, m, d));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe.each(Object.entries(contract))('%s is the contract’s own', (name, { allows, refuses }) => {
  test('it judges these texts by the contract', () => {
    const accepts = textFormats[name]?.accepts ?? (() => undefined);
    expect(allows.filter((text) => accepts(text) !== true)).toEqual([]);
    expect(refuses.filter((text) => accepts(text) !== false)).toEqual([]);
  });

  test.each(theirs)('%s of ajv-formats does not', (format) => {
    const refused = allows.filter((text) => !passes(format, text));
    const passed = refuses.filter((text) => passes(format, text));
    expect([...refused, ...passed]).not.toEqual([]);
  });
});

describe('the nearest formats are wrong', () => {
  test.each([
    ['time', 'refuses', '12:30:00'],
    ['time', 'accepts', '12:30:00Z'],
    ['iso-time', 'refuses', '24:00:00'],
    ['iso-time', 'accepts', '12:30:00.5'],
    ['date-time', 'refuses', '2015-07-04T21:00:00'],
    ['date-time', 'accepts', '2015-07-04T21:00:00.090+00:00'],
    ['date-time', 'accepts', '2015-07-04 21:00:00.090z'],
    ['date-time', 'accepts', '2015-07-04T21:00:00.09Z'],
    ['date-time', 'refuses', '2015-07-04T24:00:00.000Z'],
    ['iso-date-time', 'accepts', '2015-07-04T21:00:00Z'],
    ['iso-date-time', 'refuses', '2015-07-04T24:00:00'],
    ['uri-reference', 'accepts', 'https://shop.example/p'],
    ['uri-reference', 'accepts', '//shop.example/p'],
    ['uri-reference', 'refuses', '/p/red shoe'],
    ['uri-reference', 'refuses', '/prödukt'],
    ['uri-reference', 'accepts', ''],
    ['uri-reference', 'accepts', 'http://'],
    ['uri', 'refuses', '/a.png'],
    ['uri', 'refuses', 'https://bücher.example/ä.png'],
    ['url', 'refuses', '//cdn.example/a.png'],
    ['url', 'refuses', 'https://localhost/a.png'],
  ])('%s %s %j', (format, does, text) => {
    expect(passes(format, text)).toBe(does === 'accepts');
  });
});

describe('a schema of a vendor is checked with its formats', () => {
  test.each([
    ['date-time', '2015-07-04T21:00:00Z', '2015-07-04'],
    ['email', 'a@b.example', 'a'],
    ['uuid', '123e4567-e89b-12d3-a456-426614174000', '123'],
    ['int32', 7, 2 ** 31],
    ['uri', 'https://h.example/', '/a'],
    ['regex', '^a$', '('],
    ['utc-milliseconds', '2015-07-04T21:00:00.000Z', '2015-07-04T21:00:00Z'],
  ])('%s', (format, right, wrong) => {
    const schema = { type: 'object', properties: { a: { format } } };
    expect([meetsSchema(schema, { a: right }), meetsSchema(schema, { a: wrong })]).toEqual([true, false]);
    expect(meetsSchema(schema, { a: null })).toBe(true);
  });

  test('its time grows linearly with the text', () => {
    const took = processorMs(() => {
      expect(meetsSchema({ format: 'url' }, 'http://a@'.repeat(200_000))).toBe(false);
    });
    expect(took).toBeLessThan(3_000);
  });
});

import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { bodied, withMembers, withTexts, type HostileKind } from './kind.ts';

const zeros = Buffer.alloc(50 * 1_048_576, 0x20);
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
const bomb = once(() => gzipSync(zeros));
const bombInBomb = once(() => gzipSync(bomb()));
const bombOfBrotli = once(() =>
  brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
);
const bombOfDeflate = once(() => deflateSync(zeros));
const coded = (name: string): readonly (readonly [string, string])[] => [['Content-Encoding', name]];
const versioned = (source: string): HostileKind['oddity'] =>
  bodied((body) => body.replace(/"version":\d+/, `"version":${source}`));
const million = 1_000_000;

/** Bodies that are huge, deep, ill-coded or ill-encoded. */
export const bodyKinds: readonly HostileKind[] = [
  { name: 'a bomb of gzip within gzip', oddity: bodied(() => bombInBomb(), coded('gzip, gzip')) },
  { name: 'a bomb of brotli', oddity: bodied(() => bombOfBrotli(), coded('br')) },
  { name: 'a bomb of deflate', oddity: bodied(() => bombOfDeflate(), coded('deflate')) },
  { name: 'gzip that is labelled as nothing', oddity: bodied((body) => gzipSync(body), coded('identity')) },
  { name: 'text that is labelled as gzip', oddity: bodied((body) => body, coded('gzip')) },
  { name: 'gzip that breaks off', oddity: bodied((body) => gzipSync(body).subarray(0, -9), coded('gzip')) },
  { name: 'gzip with more behind it', oddity: bodied((body) => Buffer.concat([gzipSync(body), Buffer.from('trailing')]), coded('gzip')) },
  { name: 'a coding that nobody knows', oddity: bodied((body) => body, coded('zstd-dictionary')) },
  { name: 'a hundred codings', oddity: bodied((body) => body, coded(Array.from({ length: 100 }, () => 'gzip').join())) },
  { name: 'a million levels', oddity: withMembers(once(() => `"deep":${'['.repeat(million)}${']'.repeat(million)}`)) },
  { name: 'a hundred thousand levels that do not end', oddity: bodied(() => '{"a":'.repeat(100_000)) },
  { name: 'two million brackets alone', oddity: bodied(() => '['.repeat(2 * million)) },
  { name: 'a member of three megabytes', oddity: withMembers(once(() => `"more":"${'x'.repeat(3 * million)}"`)), legitimate: true },
  { name: 'a member name of a megabyte', oddity: withMembers(once(() => `"${'n'.repeat(million)}":1`)), legitimate: true },
  { name: 'a million elements', oddity: withMembers(once(() => `"more":[${'0,'.repeat(million)}0]`)) },
  { name: 'fifty thousand members', oddity: withMembers(once(() => Array.from({ length: 50_000 }, (_, at) => `"m${at}":${at}`).join())) },
  { name: 'a member a thousand times', oddity: withMembers('"twice":1,'.repeat(999) + '"twice":2') },
  { name: 'a version of a million digits', oddity: versioned(`1${'7'.repeat(million - 1)}`) },
  { name: 'a version of a million zeros behind the point', oddity: versioned(`1.${'0'.repeat(million)}1`) },
  { name: 'a version with a million digits of exponent', oddity: versioned(`1e${'9'.repeat(million)}`) },
  { name: 'a version of 1e-400', oddity: versioned('1e-400') },
  { name: 'a version of minus zero', oddity: versioned('-0') },
  { name: 'a version that is not a number', oddity: versioned('NaN') },
  { name: 'versions with zeros before them', oddity: versioned('0007') },
  { name: 'half of a surrogate pair in each text', oddity: withTexts('\ud800') },
  { name: 'octets that are no UTF-8', oddity: bodied((body) => Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf, 0xff, 0xed, 0xa0, 0x80]), Buffer.from(`",${body.slice(1)}`)])) },
  { name: 'UTF-16', oddity: bodied((body) => Buffer.from(`\ufeff${body}`, 'utf16le')) },
  { name: 'UTF-16 that says so', oddity: bodied((body) => Buffer.from(`\ufeff${body}`, 'utf16le'), [['Content-Type', 'application/json; charset=utf-16']]) },
  { name: 'UTF-7', oddity: bodied((body) => body.replaceAll('"', '+ACI-'), [['Content-Type', 'application/json; charset=utf-7']]) },
  { name: 'a mark of byte order', oddity: bodied((body) => `\ufeff${body}`) },
  { name: 'several objects in a row', oddity: bodied((body) => `${body}\n${body}`) },
  { name: 'JSON with comments', oddity: bodied((body) => `/* a */ ${body} // b`) },
  { name: 'JSONP', oddity: bodied((body) => `alert(${body});`, [['Content-Type', 'application/javascript']]) },
  { name: 'a page', oddity: bodied(() => '<!doctype html><script>alert(1)</script>'.repeat(100), [['Content-Type', 'text/html']]) },
  { name: 'nothing but spaces', oddity: bodied(() => ' '.repeat(100_000)) },
  { name: 'null', oddity: bodied(() => 'null') },
]; // prettier-ignore

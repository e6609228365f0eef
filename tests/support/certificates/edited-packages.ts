import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Report } from '../../../clause/report.ts';
import {
  asText,
  certificateOf,
  digestOf,
  fileNames,
  type Certificate,
} from '../../../config/certificates/certificate.ts';
import { digestsOf } from '../../../config/certificates/package-files.ts';
import { renderingsOf } from '../../../config/certificates/renderings.ts';
import { namespace } from '../../../config/certificates/ssh-signature.ts';
import { createRandom, type Random } from '../../../run/random.ts';
import { nonce, selfCheck, tapeOf, type CertifiedRehearsal } from './certified-rehearsal.ts';

type Files = ReadonlyMap<string, Uint8Array>;

/** A package that somebody has changed and put together again. */
export interface EditedPackage {
  readonly what: string;
  readonly files: Files;
  /** The end of the tape was written again behind its changed lines. */
  readonly isResealed: boolean;
}

/** A key with which every edited package is signed, and the line that allows it. */
export interface Forger {
  readonly allowed: string;
  readonly sign: (files: Files) => Files;
}

const lengthed = (octets: Uint8Array | string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.from(octets).length);
  return Buffer.concat([length, Buffer.from(octets)]);
};

/** Somebody whose key is listed. */
export function forger(principal: string): Forger {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const point = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const key = Buffer.concat([lengthed('ssh-ed25519'), lengthed(point)]);
  return {
    allowed: `${principal} ssh-ed25519 ${key.toString('base64')}`,
    sign: (files) => {
      const text = files.get(fileNames.certificate) ?? new Uint8Array();
      return new Map([...files, [fileNames.signature, Buffer.from(signatureOf(text, { key, privateKey }))]]);
    },
  };
}

function signatureOf(
  text: Uint8Array,
  { key, privateKey }: { readonly key: Buffer; readonly privateKey: KeyObject },
): string {
  const digest = createHash('sha512').update(text).digest();
  const signed = Buffer.concat([Buffer.from('SSHSIG'), ...[namespace, '', 'sha512', digest].map(lengthed)]);
  const made = Buffer.concat([lengthed('ssh-ed25519'), lengthed(sign(null, signed, privateKey))]);
  const head = Buffer.from('SSHSIG\0\0\0\x01');
  const blob = Buffer.concat([head, ...[key, namespace, '', 'sha512', made].map(lengthed)]);
  const lines = blob.toString('base64').match(/.{1,70}/g) ?? [];
  return ['-----BEGIN SSH SIGNATURE-----', ...lines, '-----END SSH SIGNATURE-----', ''].join('\n');
}

/** The package of that number: one change by chance, then put together again as far as somebody would. */
export function editedPackage(
  honest: CertifiedRehearsal,
  other: CertifiedRehearsal,
  turn: number,
): EditedPackage {
  const random = createRandom(turn * 7_919 + 1);
  const edit = random.pick(edits);
  return edit({ honest, other, random });
}

interface Editing {
  readonly honest: CertifiedRehearsal;
  readonly other: CertifiedRehearsal;
  readonly random: Random;
}

type Edit = (editing: Editing) => EditedPackage;

const textOf = (files: Files, name: string): string => Buffer.from(files.get(name) ?? []).toString();
const withFile = (files: Files, name: string, content: string | Uint8Array): Files =>
  new Map([...files, [name, Buffer.from(content)]]);

/** With the digests of the files that are there now. */
function listed(files: Files): Files {
  try {
    const certificate = JSON.parse(textOf(files, fileNames.certificate)) as Certificate;
    return withFile(files, fileNames.certificate, asText({ ...certificate, files: digestsOf(files) }));
  } catch {
    return files;
  }
}

/** With certificate and renderings that follow from the report that is there now. */
function followed(files: Files): Files {
  try {
    const report = JSON.parse(textOf(files, fileNames.report)) as Report;
    const facts = { report, selfCheck, nonce, sealed: false };
    const rendered = renderingsOf(certificateOf({ ...facts, files: {} }), report);
    const made = new Map([
      ...files,
      ...[...rendered].map(([name, text]): [string, Uint8Array] => [name, Buffer.from(text)]),
    ]);
    const certificate = certificateOf({ ...facts, files: digestsOf(made) });
    return withFile(made, fileNames.certificate, asText(certificate));
  } catch {
    return listed(files);
  }
}

const jsonFiles = [fileNames.certificate, fileNames.report, fileNames.profile, 'badge.json'] as const;

const member: Edit = ({ honest: { files }, random }) => {
  const name = random.pick(jsonFiles);
  const value: unknown = JSON.parse(textOf(files, name));
  const what = changeMember(value, random);
  const changed = withFile(files, name, `${JSON.stringify(value, null, 2)}\n`);
  const again = random.pick([listed, followed]);
  const isLast = name === fileNames.certificate;
  return { what: `${name}: ${what}`, files: isLast ? changed : again(changed), isResealed: false };
};

/** Changes one member, anywhere; says what was done. */
function changeMember(value: unknown, random: Random): string {
  let at = value as Record<string, unknown>;
  const path: string[] = [];
  for (;;) {
    const names = Object.keys(at);
    if (names.length === 0) break;
    const name = random.pick(names);
    path.push(name);
    const inner = at[name];
    const isInner = typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0;
    if (isInner && random.integer(0, 9) < 8) {
      at = inner as Record<string, unknown>;
      continue;
    }
    return `${random.pick(changes)(at, name, random)} /${path.join('/')}`;
  }
  at['more'] = 1;
  return `add /${[...path, 'more'].join('/')}`;
}

type Change = (at: Record<string, unknown>, name: string, random: Random) => string;

const changes: readonly Change[] = [
  (at, name) => {
    if (Array.isArray(at)) at.splice(Number(name), 1);
    else delete at[name];
    return 'delete';
  },
  (at, name, random) => {
    const before = at[name];
    at[name] = typeof before === 'number' ? before + random.pick([1, -1, 1e9, 0.5]) : random.integer(0, 9);
    return 'number';
  },
  (at, name, random) => {
    const before = at[name];
    const text = typeof before === 'string' ? before : 'text';
    at[name] = random.pick([
      `${text} `,
      ` ${text}`,
      text.toUpperCase() === text ? text.toLowerCase() : text.toUpperCase(),
      `${text}\u202e`,
      `${text}<!--`,
      `${text}\n${text}`,
      `${text}\u0000`,
      text.repeat(2_000),
      'CONFORMANT',
      '',
    ]);
    return 'text';
  },
  (at, name, random) => {
    at[name] = random.pick<unknown>([null, true, false, [], {}, [at[name]], { value: at[name] }]);
    return 'type';
  },
  (at, _name, random) => {
    at[random.pick(['more', 'toString', 'Verdict', 'verdict ', 'signature', 'x'.repeat(500)])] = 1;
    return 'add beside';
  },
  (at, name) => {
    const { [name]: moved, ...rest } = at;
    for (const one of Object.keys(rest)) delete at[one];
    delete at[name];
    Object.assign(at, { [name]: moved }, rest);
    return Array.isArray(at) ? 'rewrite' : 'reorder';
  },
];

/** The same values in another text. */
const text: Edit = ({ honest: { files }, random }) => {
  const name = random.pick([...jsonFiles, 'README.md', 'index.html', 'page.html', '.gitattributes']);
  const before = textOf(files, name);
  const firstName = /"(\w+)":/.exec(before)?.[1] ?? 'claim';
  const after = random.pick<() => string | Uint8Array>([
    () => `\ufeff${before}`,
    () => before.replaceAll('\n', '\r\n'),
    () => Buffer.from(before, 'utf16le'),
    () => `${before} `,
    () => before.trimEnd(),
    () => `${before}\0`,
    () => before.replace('{', `{"${firstName}":1,`),
    () => before.replace('{', '{"__proto__":{"claim":"CONFORMANT"},'),
    () => before.replace(/"([a-z])/, (_all, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`),
    () => before.replace(/\d/, (digit) => `${digit}.0`),
    () => `${'['.repeat(5_000)}${before}${']'.repeat(5_000)}`,
    () => `${before}${' '.repeat(200_000)}`,
    () => before.slice(0, random.integer(0, before.length - 1)),
    () => '',
    () => before.replaceAll('  ', ' '),
    () => `${before}${before}`,
  ])();
  const isSame = Buffer.from(after).equals(Buffer.from(before));
  const changed = withFile(files, name, isSame ? `${before}\n` : after);
  return {
    what: `${name}: another text`,
    files: name === fileNames.certificate ? changed : listed(changed),
    isResealed: false,
  };
};

const tapeLine: Edit = ({ honest, random }) => {
  const lines = gunzipSync(honest.tape).toString().trimEnd().split('\n');
  const at = random.integer(1, lines.length - 2);
  const line = lines[at] ?? '';
  const [what, changed] = random.pick<() => readonly [string, readonly string[]]>([
    () => ['drop', lines.toSpliced(at, 1)],
    () => ['double', lines.toSpliced(at, 0, line)],
    () => ['swap', lines.toSpliced(at, 2, lines[at + 1] ?? '', line)],
    () => ['cut', [...lines.slice(0, at), lines.at(-1) ?? '']],
    () => ['renumber', lines.with(at, line.replace(/"n":\d+/, `"n":${random.integer(0, 999)}`))],
    () => ['later', lines.with(at, line.replace(/"at":[\d.]+/, `"at":${random.integer(0, 99_999)}`))],
    () => [
      'status',
      lines.with(at, line.replace(/"s":\d+/, `"s":${random.pick([200, 201, 404, 409, 500])}`)),
    ],
    () => ['letter', lines.with(at, changedLetter(line, random))],
    () => ['member', lines.with(at, changedLine(line, random))],
    () => ['head', lines.with(0, changedLine(lines[0] ?? '', random))],
    () => ['end', lines.with(-1, changedLine(lines.at(-1) ?? '', random))],
    () => ['add', lines.toSpliced(at, 0, random.pick(['', '{}', 'null', '[]', '{"at":1}', line.slice(1)]))],
    () => ['move', lines.toSpliced(at, 1).toSpliced(random.integer(1, lines.length - 3), 0, line)],
  ])();
  const isResealed = random.integer(0, 1) === 1;
  const tape = isResealed ? tapeOf(changed) : gzipSync(`${changed.join('\n')}\n`);
  return {
    what: `tape: ${what}`,
    files: listed(withFile(honest.files, fileNames.tape, tape)),
    isResealed,
  };
};

function changedLetter(line: string, random: Random): string {
  const at = random.integer(0, line.length - 1);
  return `${line.slice(0, at)}${random.pick(['x', '0', ' ', '"', '\\', 'é'])}${line.slice(at + 1)}`;
}

function changedLine(line: string, random: Random): string {
  const value: unknown = JSON.parse(line);
  changeMember(value, random);
  return JSON.stringify(value);
}

const file: Edit = ({ honest: { files }, random }) => {
  const name = random.pick([...files.keys()]);
  const octets = files.get(name) ?? new Uint8Array();
  const without = new Map([...files].filter(([one]) => one !== name));
  const strange = random.pick([
    'readme.md',
    'README.md ',
    'x',
    '.DS_Store',
    'tape.jsonl',
    'réport.json',
    'CERTIFICATE.JSON',
  ]);
  const [what, changed] = random.pick<() => readonly [string, Files]>([
    () => [`remove ${name}`, without],
    () => [`rename ${name} to ${strange}`, withFile(without, strange, octets)],
    () => [`add ${strange}`, withFile(files, strange, random.pick(['', 'CERTIFIED GOLD', octets]))],
    () => [`empty ${name}`, withFile(files, name, '')],
    () => [`cut ${name}`, withFile(files, name, octets.subarray(0, random.integer(0, octets.length - 1)))],
    () => [
      `append to ${name}`,
      withFile(files, name, Buffer.concat([octets, Buffer.from(random.pick(['\0', '\n', ' ', '{}']))])),
    ],
    () => [`flip in ${name}`, withFile(files, name, flipped(octets, random))],
    () => [`zeros for ${name}`, withFile(files, name, Buffer.alloc(300_000))],
    () => [
      `bundle of something else`,
      withFile(files, fileNames.bundle, '{"dsseEnvelope":{"payload":"e30="}}'),
    ],
  ])();
  const isBare = name === fileNames.certificate && !what.startsWith('add');
  return { what, files: isBare ? changed : listed(changed), isResealed: false };
};

function flipped(octets: Uint8Array, random: Random): Uint8Array {
  const copy = Uint8Array.from(octets);
  const at = random.integer(0, copy.length - 1);
  copy[at] = (copy[at] ?? 0) ^ (1 << random.integer(0, 7));
  return copy;
}

/** Parts of two runs in one package. */
const splice: Edit = ({ honest, other, random }) => {
  const name = random.pick([
    fileNames.tape,
    fileNames.report,
    'README.md',
    'index.html',
    'badge.json',
    'page.html',
  ]);
  const changed = withFile(honest.files, name, other.files.get(name) ?? '');
  const again = name === fileNames.report ? random.pick([listed, followed]) : listed;
  return { what: `${name} of another run`, files: again(changed), isResealed: false };
};

const edits: readonly Edit[] = [member, member, text, tapeLine, tapeLine, file, splice];

/** Whether two packages are the same, signatures apart. */
export function isSamePackage(one: Files, other: Files): boolean {
  const digests = (files: Files): string =>
    [...files]
      .filter(([name]) => name !== fileNames.signature)
      .map(([name, octets]) => `${name} ${digestOf(octets)}`)
      .toSorted()
      .join('\n');
  return digests(one) === digests(other);
}

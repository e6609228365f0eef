#!/usr/bin/env node
// Verifies the certificates that a pull request to a registry changes: docs/workflows/certificates.yml. Files from the
// pull request are data here: they are taken out of git one by one, and none of them is run.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const mostFiles = 32;
const mostOctets = 80 * 1024 * 1024;
const ownVerify = fileURLToPath(new URL('../resource-conformance.mjs', import.meta.url));

/** A flaw of a folder that shows before its verification. */
class Refused extends Error {}

/**
 * The output of git; refuses the folder if git fails.
 *
 * @param {readonly string[]} args
 */
function git(...args) {
  // Git takes no name for a pattern, and no setting of a checkout changes the output.
  const { status, stdout } = spawnSync('git', ['--literal-pathspecs', ...args], {
    maxBuffer: 2 * mostOctets,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Refused(`git ${args[0] ?? ''} ended with ${status}`);
  return stdout;
}

/**
 * A file of the registry's own branch; undefined for a missing file.
 *
 * @param {string} base
 * @param {string} path
 */
function ownFile(base, path) {
  const { status, stdout } = spawnSync('git', ['cat-file', 'blob', `${base}:${path}`], {
    maxBuffer: mostOctets,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : undefined;
}

/**
 * The parts of an output, which NUL divides. Names are octets: names that are no valid text stay unchanged.
 *
 * @param {Buffer} octets
 */
function parts(octets) {
  return octets
    .toString('latin1')
    .split('\0')
    .filter((part) => part !== '');
}

/** @param {string} name - one octet per character */
function textOf(name) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'));
  } catch {
    throw new Refused('a name that is no UTF-8');
  }
}

/**
 * The files of a folder, by name, out of git.
 *
 * @param {string} head
 * @param {string} folder
 */
function filesIn(head, folder) {
  if (git('ls-tree', '-z', '--name-only', head, '--', folder).length === 0)
    throw new Refused('removed; somebody has to look at that');
  const entries = parts(git('ls-tree', '-z', '-l', `${head}:${folder}`)).map((entry) => {
    const [, mode = '', type = '', object = '', size = '', name = ''] =
      /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t([^]+)$/.exec(entry) ?? [];
    return { isFile: type === 'blob' && mode.startsWith('100'), object, size: Number(size), name };
  });
  if (entries.length > mostFiles) throw new Refused(`more than ${mostFiles} files`);
  if (entries.some(({ isFile }) => !isFile))
    throw new Refused('something that is no file: a link or a folder');
  if (entries.reduce((sum, { size }) => sum + size, 0) > mostOctets)
    throw new Refused(`more than ${mostOctets} octets`);
  return entries.map(({ object, name }) => ({ name: textOf(name), octets: git('cat-file', 'blob', object) }));
}

/**
 * Verifies one folder, and returns the result.
 *
 * @param {string} folder - `certificates/<vendor>/<product>/<version>`
 * @param {{ base: string, head: string, verify: string, work: string }} by
 */
function verified(folder, { base, head, verify, work }) {
  const [, vendor = '', product = '', version = ''] = folder.split('/');
  const at = { package: join(work, 'package'), signers: join(work, 'signers') };
  rmSync(work, { recursive: true, force: true });
  mkdirSync(at.package, { recursive: true });
  for (const { name, octets } of filesIn(head, folder)) writeFileSync(join(at.package, name), octets);
  // The registry knows who may sign for a vendor, and when each nonce was handed out.
  writeFileSync(at.signers, ownFile(base, `vendors/${vendor}.signers`) ?? '');
  const handedOut = `nonces/${vendor}/${product}/${version}`;
  const nonce = ownFile(base, handedOut)?.toString('latin1').trim();
  const drawn =
    nonce === undefined ? '' : git('log', '-1', '--format=%cI', base, '--', handedOut).toString().trim();
  const { status } = spawnSync(
    process.execPath,
    [
      verify,
      'verify',
      at.package,
      '--require=rejudged,signed,challenged',
      `--vendor=${vendor}`,
      `--signer=${at.signers}`,
      ...(nonce === undefined ? [] : [`--nonce=${nonce}`, `--drawn=${drawn}`]),
    ],
    { cwd: work, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return status ?? 4;
}

/**
 * The folders of certificates that a pull request changes, and its changes outside of such folders.
 *
 * @param {string} base
 * @param {string} head
 */
function changedIn(base, head) {
  const since = git('merge-base', base, head).toString().trim();
  const paths = parts(git('diff', '-z', '--no-renames', '--no-ext-diff', '--name-only', since, head)).map(
    textOf,
  );
  const isOfOne = (/** @type {string} */ path) => /^certificates(?:\/[^/]+){4}$/.test(path);
  const folders = paths.filter(isOfOne).map((path) => path.slice(0, path.lastIndexOf('/')));
  return { folders: [...new Set(folders)].toSorted(), others: paths.filter((path) => !isOfOne(path)) };
}

/** @param {string} text */
const said = (text) => process.stdout.write(`${text}\n`);

/**
 * Verifies each changed folder; ends with the worst exit code of all folders.
 *
 * @param {{ base: string, head: string, verify: string }} asked
 */
function main({ base, head, verify }) {
  const temporary = mkdtempSync(join(tmpdir(), 'changed-'));
  const { folders, others } = changedIn(base, head);
  let worst = 0;
  for (const path of others)
    said(
      `${JSON.stringify(path)}: REFUSED: beside certificates/<vendor>/<product>/<version>/; somebody has to look at that`,
    );
  for (const folder of folders) {
    said(`${JSON.stringify(folder)}:`);
    let status = 1;
    try {
      status = verified(folder, { base, head, verify, work: join(temporary, 'work') });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      said(`REFUSED: ${error.message}`);
    }
    if (status !== 0 && worst !== 1) worst = status;
  }
  rmSync(temporary, { recursive: true });
  said(`${folders.length} verified: ${worst === 0 && others.length === 0 ? 'all hold' : 'not all hold'}`);
  return others.length > 0 ? 1 : worst;
}

/** @param {string} name */
function variable(name) {
  const value = process.env[name] ?? '';
  if (/^[0-9a-f]{40,64}$/.test(value)) return value;
  throw new Error(`${name} has to be the digest of a commit`);
}

process.exitCode = main({
  base: variable('BASE'),
  head: variable('HEAD'),
  verify: process.env['VERIFY'] ?? ownVerify,
});

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The compiler declares the types of every module; programs need only the exported types of the package, and the types
// in these.
const dist = new URL('../../dist/', import.meta.url);
const { exports: parts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const handedOut = Object.values(parts).flatMap(({ types = '' }) => types.replace('./dist/', '') || []);

const needed = new Set(handedOut.map((name) => new URL(name, dist).href));
// The loop also visits modules that are added to the set meanwhile.
for (const url of needed)
  for (const [, path] of readFileSync(fileURLToPath(url), 'utf8').matchAll(/['"](\.{1,2}\/[^'"]+)\.ts['"]/g))
    needed.add(new URL(`${path}.d.ts`, url).href);

for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.d.ts')) {
    const url = new URL(name.replaceAll('\\', '/'), dist);
    if (!needed.has(url.href)) rmSync(url);
  }

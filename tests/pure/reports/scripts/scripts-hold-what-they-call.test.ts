import { expect, test } from 'vitest';
import { preludeOf } from '../../../../reporters/reproduce/prelude.ts';

const functionsOf = (rest: string): readonly string[] =>
  [...preludeOf(rest).matchAll(/^(\w+)\(\) \{$/gm)].flatMap(([, name]) => name ?? []);

test.for([
  ['pause 3', ['pause'], ['lag', 'own', 'picture']],
  ['lag read', ['lag', 'pause'], ['own', 'picture']],
  ['own; control s1', ['own', 'made', 'id_of', 'value', 'control', 'heard'], ['lag', 'is_utf8', 'altered']],
  ['if ! is_json s1; then deviates; fi', ['is_json', 'value', 'deviates'], ['form', 'own']],
] as const)('a script with `%s` has the functions that this calls, and no others', ([rest, held, left]) => {
  const names = functionsOf(rest);
  // Whatever a script does, it cleans up behind it.
  for (const name of [...held, 'clean', 'send', 'status']) expect(names).toContain(name);
  for (const name of left) expect(names).not.toContain(name);
});

test('a prelude contains every function that it calls', () => {
  const all = functionsOf(
    String.raw`own is_json is_utf8 is_labelled is_cut form noted version_of picture altered lag`,
  );
  for (const one of all) {
    const text = preludeOf(one);
    for (const name of all)
      if (new RegExp(String.raw`\b${name}\b`).test(text)) expect(text).toContain(`${name}() {`);
  }
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prose } from '../../../reporters/markdown-parts.ts';
import { html } from '../../../reporters/page/markup.ts';
import { listOf, phrase, spoken, untrusted } from '../../../reporters/names/untrusted.ts';
import { isVisible } from '../../../reporters/visible.ts';

describe('a text of a vendor', () => {
  test.each([
    ['is quoted', 'Shop', '“Shop”'],
    ['has one kind of blank', '  a \t\n\u00a0\u2003\u3000\u2800b ', '“a b”'],
    ['has no marks of quotation', 'a” of “b" «c» 「d」', "“a' of 'b' 'c' 'd'”"],
    ['hides and turns round nothing', 'a\u202eb\u200bc\u001b[2J', '“a\\u202eb\\u200bc\\u001b[2J”'],
    ['has no heaps of marks', `a${'\u0301'.repeat(50)}b`, '“á\u0301\u0301b”'],
    ['is cut', 'x'.repeat(5_000), `“${'x'.repeat(99)}…”`],
    ['may be empty', '', '“”'],
  ])('%s', (_what, text, shown) => {
    expect(untrusted(text).quoted()).toBe(shown);
  });

  test('ends at its visible end, whatever its content', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const shown = untrusted(text).quoted();
        const within = shown.slice(1, -1);
        expect(shown).toMatch(/^“[^"“”\n]{0,100}”$/u);
        expect(isVisible(shown)).toBe(true);
        expect(within).not.toMatch(/^ | $|\s{2}/);
      }),
    );
  });

  test('has no effect if it gets into a text by accident', () => {
    expect([String(untrusted('Shop')), JSON.stringify({ name: untrusted('Shop') })]).toEqual([
      '“…”',
      '{"name":{}}',
    ]);
  });

  test('is no markup in any rendering', () => {
    const said = phrase`by ${untrusted('<b>`x`|[y](z) <!-- @team')}`;
    expect(spoken(said)).toBe('by “<b>`x`|[y](z) <!-- @team”');
    expect(prose(said)).not.toMatch(/[<`|[\]@]/);
    expect(html`<p>${said}</p>`.text).toBe('<p>by “&lt;b&gt;`x`|[y](z) &lt;!-- @team”</p>');
  });

  test('is treated in lists like any other text', () => {
    expect(spoken(listOf(['a', untrusted('b'), phrase`c ${1}`], '; '))).toBe('a; “b”; c 1');
  });
});

import { octetsOf } from '../servers/odd-server.ts';
import { withMembers, type HostileKind } from './kind.ts';

const escape = '\u001b';

/** Texts that mean something to a terminal, a page, a document or a shell. */
const markup: Readonly<Record<string, string>> = {
  'escapes of a terminal': `${escape}[31m${escape}[2J${escape}[1;1H\u009b31mred`,
  'links and titles of a terminal': `${escape}]8;;http://evil.invalid/\u0007here${escape}]8;;\u0007${escape}]0;owned\u0007`,
  'escapes that ask a terminal back': `${escape}[6n${escape}[c${escape}P$qm${escape}\\${escape}]52;c;b3duZWQ=\u0007`,
  controls: '\u0000\u0007\u0008\u000b\u000c\u000e\r\n\u007f\u0085',
  'marks of direction': '\u202eevil\u202d \u2066a\u2069 \u200f\u200e\u061c',
  'characters that are not seen': '\u200b\u2060\ufeff\u00ad\u180e\u3164\u{e0041}\u{e0042}',
  'markup of HTML':
    '</td></table><script>alert(1)</script><img src=x onerror=alert(1)>" onmouseover="alert(1)',
  'comments and sections of HTML and XML': ']]><!-- --><![CDATA[ x ]]>&lt;&#0;&xxe;<?php echo 1 ?>',
  'an XML entity': '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  Markdown:
    '| a | b |\n# title\n```\n</details>\n![x](http://evil.invalid/x.png) [click](javascript:alert(1)) <b>',
  shell: '\'; touch /tmp/owned; $(touch /tmp/owned) `touch /tmp/owned` && echo "$HOME" \\\' #',
  'commands of CI': '::error file=a::owned\n::set-output name=a::b\n##[error]x\n::add-mask::x',
  formulas: '=HYPERLINK("http://evil.invalid","x")\t+1+1\t@SUM(1)',
  templates: '{{constructor.constructor("x")()}} ${7*7} #{7*7} <%= 7*7 %> %s %n %d {0}',
  'combining characters': `Z${'\u0300'.repeat(500)}`,
  'a very long word': 'w'.repeat(20_000),
};

/** What a field can hold: the rest in octets of UTF-8. */
const inField = (text: string): string => Buffer.from(text.replace(/[\r\n\0]/g, ' ')).toString('latin1');

/** The same in every text, in names of members, in place of the version, in header fields and in the status text. */
export const markupKinds: readonly HostileKind[] = Object.entries(markup).map(([name, text]) => ({
  name,
  oddity: (socket, response, request) => {
    const made = wounded(response.body, text);
    const headers = [...response.headers, ['X-Wound', inField(text)] as const];
    const octets = octetsOf({ ...response, headers, body: made }, request).toString('latin1');
    socket.write(
      Buffer.from(octets.replace(/^(HTTP\/1\.1 \d+) X/, `$1 ${inField(text).slice(0, 4_000)}`), 'latin1'),
    );
  },
}));

/** Every text of a body, its version sometimes, and a member more. */
function wounded(body: Uint8Array, text: string): Uint8Array {
  const whole = Buffer.from(body).toString();
  if (!whole.startsWith('{')) return body;
  turn += 1;
  const read = JSON.parse(whole, (name, value: unknown) =>
    typeof value === 'string' || (name === 'version' && turn % 2 === 0) ? text : value,
  ) as object;
  return Buffer.from(JSON.stringify({ ...read, [text]: text }));
}

let turn = 0;

/** Names that objects of a language have by themselves. */
export const prototypeKinds: readonly HostileKind[] = [
  {
    name: 'members that objects inherit',
    oddity: withMembers('"__proto__":{"version":"x"},"constructor":{"prototype":{"a":1}},"toString":1,"then":1,"length":-1'),
    legitimate: true,
  },
]; // prettier-ignore

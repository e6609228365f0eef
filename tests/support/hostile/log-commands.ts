/** Texts that build services take for commands, each with what would take it. */
export const logCommands: Readonly<Record<string, string>> = {
  'the old syntax of GitHub': '##[add-mask]e',
  'a group of Azure': '##[group]hidden',
  'a command of Azure': '##vso[task.prependpath]/x',
  'a command of Azure with properties':
    '##vso[task.setvariable variable=NODE_OPTIONS;isOutput=true]--require=/x',
  'a command of Azure behind more of them': '####VSO[task.complete result=Succeeded]done',
  'a message of TeamCity': "##teamcity[buildStatus status='SUCCESS']",
  'a command of GitHub': '::add-mask::e',
  'a command of GitHub with properties': '::set-output name=verdict::CONFORMANT',
  'a command that stops the others': '::stop-commands::token',
  'a command behind more colons': ':::::error file=a,line=1::owned',
  'an annotation': '::error title=4.2/a::owned',
  'a command behind a word': 'wwww ::notice::owned',
  'a fold of Travis': 'travis_fold:start:a',
  'a fold of GitLab': 'section_start:1:a',
  'a group of Buildkite': '--- hidden',
  'an open group of Buildkite': '+++ hidden',
  'a muted group of Buildkite': '~~~ hidden',
  'an image of Buildkite': "\u001b]1338;url='http://evil.invalid/a.png'\u0007",
};

/** The annotations that the suite prints itself, up to the message. */
const own = /^::(?:error|warning|notice) title=[^:]*::/;

/**
 * The lines in which a build service would obey. The style of a page, which nobody else has a say in, is none of them.
 *
 * @param has - `annotations` where the suite prints such commands itself: what they hold is looked at
 */
export function commandsTakenFrom(text: string, has?: 'annotations'): readonly string[] {
  const told = /^<!doctype html>/i.test(text) ? text.replace(/<style>[^<]*<\/style>/, '') : text;
  return told.split(/[\n\r]/).filter((line) => {
    const rest = has === 'annotations' ? line.replace(own, '') : line;
    return taken.some((pattern) => pattern.test(rest));
  });
}

/** Those of GitHub are looked for anywhere, since where a line is broken depends on columns. */
const taken = [
  /##(?:vso|teamcity)?\[/i,
  /::[a-z][\w-]*(?:\s[^\n]*?)?::/i,
  /travis_(?:fold|time):(?:start|end):/,
  /section_(?:start|end):\d+:/,
  /^(?:---|\+\+\+|~~~|\^\^\^) /,
  /\p{Cc}\]1338;/u,
];

/** The fewest characters of a secret: shorter texts are more often names. */
const shortest = 20;
/** The fewest turns of a secret; the random end of a temporary file's name has fewer. */
const leastTurns = 6;

const candidates = /[A-Za-z0-9_+/=~.-]{20,}/g;

/** A text without parts that look like a token: users paste a token in place of a path or a flag's value. */
export function withoutSecretLooks(text: string): string {
  return text
    .replace(/-----BEGIN [A-Z0-9 ]+-----[^]*/, '(the content of a PEM file)')
    .replace(candidates, (found) =>
      /^(?:\.{0,2}|~)\//.test(found)
        ? found
            .split('/')
            .map((part) => (looksRandom(part) ? described(part) : part))
            .join('/')
        : found.split('/').some(looksRandom)
          ? described(found)
          : found,
    );
}

function described({ length }: string): string {
  return `(${length} characters that look like a secret)`;
}

/** Whether digits, capitals and small letters alternate more often than in any written word. */
function looksRandom(part: string): boolean {
  const signs = part.replace(/[^A-Za-z0-9]/g, '');
  if (signs.length < shortest) return false;
  const turns = part.match(/(?<=[a-z])[A-Z0-9]|(?<=[A-Z])[0-9]|(?<=[0-9])[A-Za-z]/g) ?? [];
  return turns.length >= Math.max(leastTurns, signs.length / 4);
}

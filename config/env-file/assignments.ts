export type Assignment = ReturnType<typeof assignmentsIn>[number];

/** An assignment as dotenv reads it, up to the end of the value. */
const assignment =
  /^\s*(?:export\s+)?([\w.-]+)(?:\s*=\s*?|:\s+?)(?:\s*'(?:\\'|[^'])*'(?=\s*(?:#|$))|\s*"(?:\\"|[^"])*"(?=\s*(?:#|$))|\s*`(?:\\`|[^`])*`(?=\s*(?:#|$))|[^#\r\n]+)?/dgm;

/** The assignments of an environment file, in order; a name may be in several. */
export function assignmentsIn(text: string) {
  return [...text.matchAll(assignment)].map(({ 0: whole, 1: name = '', index, indices }) => ({
    name,
    start: indices?.[1]?.[0] ?? index,
    /** Behind the value: before a comment, or the end of the line. */
    end: index + whole.length,
  }));
}

/** The places in an environment file that set a name. */
export interface Assignment {
  readonly name: string;
  readonly start: number;
  /** Offset behind the value: before a comment, or the end of the line. */
  readonly end: number;
}

/** An assignment as dotenv reads it, up to the end of the value. */
const assignment =
  /^\s*(?:export\s+)?([\w.-]+)(?:\s*=\s*?|:\s+?)(?:\s*'(?:\\'|[^'])*'(?=\s*(?:#|$))|\s*"(?:\\"|[^"])*"(?=\s*(?:#|$))|\s*`(?:\\`|[^`])*`(?=\s*(?:#|$))|[^#\r\n]+)?/dgm;

/** The assignments of an environment file, in order; a name may be in several. */
export function assignmentsIn(text: string): readonly Assignment[] {
  return [...text.matchAll(assignment)].map(({ 0: whole, 1: name = '', index, indices }) => ({
    name,
    start: indices?.[1]?.[0] ?? index,
    end: index + whole.length,
  }));
}

import type { Exchange } from '../../history/exchange.ts';

/** Adds further members to the record of a request, and sends it. */
export interface Filling<Post> {
  readonly holding: (post: Post, names: readonly string[]) => Post;
  readonly send: (post: Post) => Promise<Exchange>;
}

/** An accepted request, and the members that it omits because they make the server refuse it. */
export interface FilledUp<Post> {
  readonly post: Post;
  readonly exchange: Exchange;
  readonly omitted: readonly string[];
  /** A lost answer, so that it is unknown whether some members are accepted or refused. */
  readonly lost: Exchange | undefined;
}

/** Adds the missing members: all at once, else by halves, and finally once more the members that were refused at first. */
export async function filledUp<Post>(
  accepted: { readonly post: Post; readonly exchange: Exchange },
  missing: readonly string[],
  { holding, send }: Filling<Post>,
): Promise<FilledUp<Post>> {
  let { post, exchange } = accepted;
  let lost: Exchange | undefined;
  const refusedOf = async (names: readonly string[]): Promise<readonly string[]> => {
    if (names.length === 0) return [];
    const fuller = holding(post, names);
    const answer = await send(fuller);
    if (answer.succeeded) [post, exchange] = [fuller, answer];
    else if (answer.is('noise')) lost = answer;
    else if (names.length === 1) return names;
    else {
      const half = Math.ceil(names.length / 2);
      return [...(await refusedOf(names.slice(0, half))), ...(await refusedOf(names.slice(half)))];
    }
    return [];
  };
  const first = await refusedOf(missing);
  const omitted = first.length < missing.length ? await refusedOf(first) : first;
  return { post, exchange, omitted, lost };
}

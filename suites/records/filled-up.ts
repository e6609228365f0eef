import type { Exchange } from '../../history/exchange.ts';

/** How a request is given further members of its record, and sent. */
export interface Filling<Post> {
  readonly holding: (post: Post, names: readonly string[]) => Post;
  readonly send: (post: Post) => Promise<Exchange>;
}

/** A request that is accepted, and which members it goes without because it is refused with them. */
export interface FilledUp<Post> {
  readonly post: Post;
  readonly exchange: Exchange;
  readonly omitted: readonly string[];
  /** A lost answer, so that some members are neither known to be accepted nor known to be refused. */
  readonly lost: Exchange | undefined;
}

/** Adds the missing members: all of them, else by halves, and in the end once more those that were refused at first. */
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

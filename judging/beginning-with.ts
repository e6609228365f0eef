/** Repeats a shared request, and from then on sends it again. */
export function beginningWith<T>(shared: () => Promise<T>, anew: () => Promise<T>): () => Promise<T> {
  let isFirst = true;
  return () => {
    if (!isFirst) return anew();
    isFirst = false;
    return shared();
  };
}

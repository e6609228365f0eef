/** Repeats a shared request: the first call reuses its answer, later calls send it again. */
export function beginningWith<T>(shared: () => Promise<T>, anew: () => Promise<T>): () => Promise<T> {
  let isFirst = true;
  return () => {
    if (!isFirst) return anew();
    isFirst = false;
    return shared();
  };
}

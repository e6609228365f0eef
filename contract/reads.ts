/** Whether a request only reads: the safe methods of HTTP that the contract names. */
export function isRead({ method }: { readonly method: string }): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Whether a request only reads: HTTP's safe methods among those that the contract names. */
export function isRead({ method }: { readonly method: string }): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Ends with one sentence if a library cannot be loaded: it is missing, or made for another platform. Exit code 1 would
 * mean that an implementation does not conform.
 *
 * @param {unknown} error
 * @returns {never}
 */
export function tellUnloadable(error) {
  const { message, cause } = error instanceof Error ? error : { message: String(error) };
  const reasons = [message, ...(cause instanceof Error ? [cause.message] : [])];
  const text = reasons.map((reason) => reason.split('\n')[0].trim()).join(': ');
  process.stderr.write(
    `resource-conformance: cannot be loaded on Node ${process.versions.node}: ${text}.\nInstall the package again, with all of its dependencies, optional ones too.\n`,
  );
  process.exit(2);
}

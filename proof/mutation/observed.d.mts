/** The same module, with switches that also tell whether a mutant would have come to another value. */
export function observed(code: string): string;

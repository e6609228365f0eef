/** The same module, with switches that also tell whether a mutant would have come to another value, where that is asked of one. */
export function observed(code: string, asked: readonly number[]): string;

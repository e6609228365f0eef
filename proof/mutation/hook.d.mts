/** The same module, as JavaScript, with another word in each text of two words and more. */
export function reworded(code: string): string;

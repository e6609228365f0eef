/** The further requirements that a reader may set for a certificate. */
export const requirements = ['conformant', 'unlimited', 'rejudged', 'signed', 'challenged'] as const;

export type Requirement = (typeof requirements)[number];

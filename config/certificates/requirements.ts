/** What a reader may ask of a certificate, beyond what always decides. */
export const requirements = ['conformant', 'unlimited', 'rejudged', 'signed', 'challenged'] as const;

export type Requirement = (typeof requirements)[number];

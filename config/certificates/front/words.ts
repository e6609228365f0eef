/** The words of a certificate, one line each, for a reader who has never seen one. */
export const words: readonly (readonly [term: string, meaning: string])[] = [
  ['requirement', 'one sentence of the contract that determines what a server has to do (MUST)'],
  ['never seen', 'a requirement about something that no answer of this server contained'],
  ['left out', 'a part that the vendor kept out of the run; the certificate says nothing about it'],
  ['narrowed', 'something that the vendor withheld or added; the claim holds only with that'],
  [
    'promised',
    'a choice that the contract leaves and that the profile of the vendor settles; the run holds the server to it',
  ],
  [
    'read as',
    'the reading that the vendor chose for an ambiguous sentence; the claim holds for this reading alone',
  ],
  ['suspect', 'an answer that breaks no requirement, but looks unintended'],
  ['depth', 'how much evidence the run gathered; “certify” is the most'],
  ['judge', 'the program that compared the answers with the contract, named by the digest of its code'],
  ['tape', 'the recording of all requests and answers, from which anybody can judge again'],
];

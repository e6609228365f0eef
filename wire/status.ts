/** The meaning of a status alone, whoever sent it, in the terms of the suite: one place for each term. */
const words = {
  found: [200],
  created: [201],
  later: [202],
  empty: [204, 205],
  moved: [301, 302, 307, 308],
  'moved for good': [301, 308],
  /** After any other status the client decides on its next request. */
  'same method': [307, 308],
  'see other': [303],
  'bad request': [400],
  invalid: [400, 422],
  'unknown caller': [401],
  forbidden: [403],
  /** The caller is refused; 0 is the end of a connection that is known to refuse him. */
  denied: [0, 401, 403],
  'not found': [404],
  gone: [410],
  'nothing there': [404, 410],
  'method not allowed': [405],
  'method not supported': [405, 501],
  'no operation': [404, 405, 501],
  'not acceptable': [406],
  conflict: [409],
  'no match': [409, 412],
  'media type not supported': [415],
  locked: [423],
  'in use': [409, 423],
  'timed out': [408, 425],
  momentary: [408, 423, 425],
  'too large': [413],
  'target too long': [414],
  'condition required': [428],
  limit: [429],
  'internal error': [500],
  fault: [500, 501],
  overload: [503],
  gateway: [502, 503, 504],
  'no room': [507],
} as const satisfies Readonly<Record<string, readonly number[]>>;

/** A word for the meaning of a status. */
export type StatusWord = keyof typeof words;

type Answered = { readonly status?: number | undefined } | undefined;

/** Whether the status of an answer has one of these meanings; false without an answer. */
export function says(answer: Answered, ...any: readonly StatusWord[]): boolean {
  const status = answer?.status;
  return status !== undefined && any.some((word) => words[word].some((one) => one === status));
}

/** Whether a status belongs to one of these classes (2xx, 4xx, …). */
export function isOfClass(status: number | undefined, ...classes: readonly (1 | 2 | 3 | 4 | 5)[]): boolean {
  return status !== undefined && classes.some((one) => one === Math.floor(status / 100));
}

/** 2xx. */
export function isSuccess(status: number | undefined): boolean {
  return isOfClass(status, 2);
}

/** What of a finding shows again when the same is sent again, or does not. Steps by their place in the story. */
export type Deviation =
  /** That status; any success where it is one, unless it is meant exactly. */
  | {
      readonly kind: 'status';
      readonly step: number;
      readonly status: number;
      readonly exact?: true;
      /** A refusal may be a success with an error in its body: what was let in shows this. */
      readonly shows?: string;
    }
  /** No JSON, under a label that says so where it had one. */
  | { readonly kind: 'not-json'; readonly step: number; readonly labelled: boolean }
  /** No UTF-8. */
  | { readonly kind: 'not-utf8'; readonly step: number }
  /** A success without a body. */
  | { readonly kind: 'empty'; readonly step: number }
  /** The answer ends before it is whole. */
  | { readonly kind: 'cut-off'; readonly step: number }
  /** A value like that one at the place, or that very one. */
  | {
      readonly kind: 'value';
      readonly step: number;
      readonly pointer: string;
      readonly form: string;
      readonly raw?: string;
    }
  /** Two looks at one thing agree, or not, at each of these places. */
  | {
      readonly kind: 'looks';
      readonly before: number;
      readonly after: number;
      readonly places: readonly { readonly pointer: string; readonly same: boolean }[];
      /** Nothing was written between: it may take several reads. */
      readonly still: boolean;
      /** What succeeded after the last of them. */
      readonly since: readonly number[];
    }
  /** Several of those that were sent at once succeed. */
  | { readonly kind: 'several-winners'; readonly steps: readonly number[] }
  /** What another request sent stands in the body. */
  | {
      readonly kind: 'holds';
      readonly step: number;
      readonly text: string;
      /** It is a JSON text of its own: another one in its place does as well. */
      readonly isWhole: boolean;
    }
  /** A refusal that shows at the place what the answer to another one holds. */
  | { readonly kind: 'shown-too'; readonly step: number; readonly pointer: string; readonly to: number }
  /** The answer is about another resource than the one that was named. */
  | { readonly kind: 'another-resource'; readonly step: number };

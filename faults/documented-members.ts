import { rows, type RowName } from '../contract/rows.ts';

/** A row of a table of the contract that names a member or a parameter. */
export interface DocumentedMember {
  readonly row: RowName;
  readonly name: string;
  /** The name in kebab-case. */
  readonly words: string;
}

/** The members that the contract's table names: of a type, or of an operation's parameters. */
export function documentedMembers(part: string): readonly DocumentedMember[] {
  return (Object.keys(rows) as RowName[])
    .filter((row) => row.startsWith(`${part}/`) && rows[row].kind === 'determining')
    .map((row) => {
      const name = row.slice(part.length + 1);
      return { row, name, words: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) };
    });
}

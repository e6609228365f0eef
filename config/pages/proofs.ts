import type { Clause } from '../../clause/clause.ts';
import { restated, rows, type RowName } from '../../contract/rows.ts';
import { alsoBroken } from '../../faults/also-broken.ts';
import { faults } from '../../faults/catalogue.ts';
import type { Fault } from '../../faults/fault.ts';
import type { Plan } from '../../implementation/plan.ts';
import type { Stage } from '../../implementation/stage.ts';

/** A citation that a fault proves: the fault breaks the row, or a row that it repeats, and the clause catches it. */
export type Proof = ReturnType<typeof proofs>[number];

type Stated = Pick<Clause<Stage>, 'id' | 'level' | 'rows'>;

export function proofs(plan: Plan) {
  const clauses = new Map<string, Stated>(
    plan.sections
      .flatMap((section) => section.clauses)
      .filter(({ level }) => level !== 'OPEN')
      .map((clause) => [clause.id, clause]),
  );
  return faults.flatMap((fault) => {
    const caught = caughtBy(fault).flatMap((id) => clauses.get(id) ?? []);
    const broken = brokenRows(fault, caught[0]);
    const again = new Set(broken.flatMap((row) => restated[row] ?? []));
    return caught.flatMap((clause) =>
      determining(clause)
        .filter((row) => broken.includes(row) || again.has(row))
        .map((row) => ({ row, clause: clause.id, fault: fault.name, restates: !broken.includes(row) })),
    );
  });
}

/** The rows that a fault states as broken, or else the row of its clause that all other rows of the clause repeat. */
function brokenRows(fault: Fault, clause: Stated | undefined): readonly RowName[] {
  if (fault.rows !== undefined || clause === undefined) return fault.rows ?? [];
  const cited = determining(clause);
  const saying = cited.filter((row) =>
    cited.every((other) => other === row || restated[row]?.includes(other) === true),
  );
  return saying.slice(0, 1);
}

/** The clauses that a fault breaks in rehearsals, its own clause first. */
function caughtBy({ name, breaks, warns, unseenBecause }: Fault): readonly string[] {
  if (unseenBecause !== undefined) return [];
  const also = Object.entries(alsoBroken).filter(([, named]) => named.includes(name));
  return [breaks ?? warns ?? '', ...also.map(([id]) => id)].filter((id) => id !== '');
}

function determining({ rows: named }: Stated): readonly RowName[] {
  return named.filter((row) => rows[row].kind === 'determining');
}

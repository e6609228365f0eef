import type { Profile } from '../profile.ts';
import type { ReportedClause } from '../report.ts';

/** Declarations that narrow the claim, as printed beside every verdict. */
export function readingsOf(
  clauses: readonly Pick<ReportedClause, 'level' | 'section' | 'verdict' | 'reason'>[],
  profile: Pick<Profile, 'fields' | 'query' | 'records' | 'refusal' | 'version'> = {},
): readonly string[] {
  const { fields, query, records, refusal, version } = profile;
  return [
    ...(query?.shape === undefined ? [] : [`4.1 ${query.shape}`]),
    ...absent(clauses),
    ...(version?.movesBy === undefined ? [] : [`versions move by ${version.movesBy.join(', ')}`]),
    ...(fields?.computed === undefined ? [] : [`the server counts in ${fields.computed.join(', ')}`]),
    ...(refusal?.page === undefined
      ? []
      : [`a filter refuses with ${refusal.page.status} ${refusal.page.type}`]),
    ...(records?.omits === undefined ? [] : [`records without ${records.omits.join(', ')}`]),
  ];
}

/** The parts that are declared as missing: fields, and most operations of a section. */
function absent(clauses: Parameters<typeof readingsOf>[0]): readonly string[] {
  const musts = clauses.filter(({ level }) => level === 'MUST');
  const isAbsent = ({ verdict, reason }: (typeof musts)[number]): boolean =>
    verdict === 'not-applicable' && reason?.code === 'declared-absent';
  const fields = musts.filter((clause) => clause.section === 'Resources' && isAbsent(clause)).length;
  const sections = [...new Set(musts.map(({ section }) => section))].filter((section) => {
    const own = musts.filter((clause) => clause.section === section);
    return section !== 'Resources' && own.filter(isAbsent).length > own.length / 2;
  });
  return [
    ...sections.map((section) => `${section} absent`),
    ...(fields > 0 ? [`${fields} ${fields === 1 ? 'field' : 'fields'} absent`] : []),
  ];
}

import type { Certificate } from './certificate.ts';
import type { Overdraft } from './degree-test.ts';
import { degreeTest, overdraftCertificate } from './degree-test.ts';
import type { History, Operation } from './history.ts';
import type { Reading, Sight, Update } from './reading.ts';
import { isCalibrated, readHistory } from './reading.ts';

/** An overdrawn version, and the missing proof that the updates have changed the version. */
export interface Pigeonhole {
  readonly certificate: Certificate;
  readonly missing: string | null;
}

/** The maximum of examined overdrawn versions of each kind: further versions add nothing. */
const mostCandidates = 100;

/**
 * Finds updates that stated one version and were accepted more often than the version can have been current (4.10).
 * The assumptions are the weakest: any scheme of versions, including reuse; a stale initial version; other writers, as
 * long as none returns to a former version. The overdraft is established if movement is shown (`movementShown`) and
 * the next read does not show the stated version again. An established overdraft comes first.
 */
export function pigeonhole(history: History, useReads: boolean): Pigeonhole | undefined {
  const reading = readHistory(history, { conflictsAreExact: false, useReads });
  const counted = asIfAllMoved(reading, isCalibrated(history));
  let unproven: Pigeonhole | undefined;
  for (const overdraft of [...ofSegments(counted), ...degreeTest(counted, 'any').slice(0, mostCandidates)]) {
    const shown = movementShown({ history, reading, useReads }, overdraft);
    if (typeof shown !== 'string') return { certificate: withEvidence(overdraft, shown), missing: null };
    unproven ??= { certificate: overdraftCertificate(overdraft), missing: shown };
  }
  return unproven;
}

/**
 * The overdrafts of each stretch between two quiescent points, taken alone. An operation answered before it cannot
 * have restored a version inside it, even if results are not known. Updates of unknown outcome stay possible.
 */
function ofSegments(reading: Reading): readonly Overdraft[] {
  const overdrafts: Overdraft[] = [];
  const ordered = [...reading.updates].sort((a, b) => a.sent - b.sent);
  let begin = 0;
  let end = -Infinity;
  ordered.forEach(({ answered }, index) => {
    end = Math.max(end, answered);
    const next = ordered[index + 1];
    if (next !== undefined && next.sent <= end) return;
    const updates = ordered.slice(begin, index + 1);
    begin = index + 1;
    if (updates.length < 2 || overdrafts.length >= mostCandidates) return;
    const pending = reading.pending.filter(({ sent }) => sent <= end);
    overdrafts.push(...degreeTest({ ...reading, updates, pending }, 'any'));
  });
  return overdrafts;
}

/** Without calibration, even an update that declares an unchanged version counts, because the truth is unknown. */
function asIfAllMoved(reading: Reading, calibrated: boolean): Reading {
  const kept = calibrated ? [] : reading.sights.filter(({ operation }) => operation.kind === 'accepted');
  const counted = kept.map((sight): Update => ({ ...sight, from: sight.version, to: null }));
  return { ...reading, updates: [...reading.updates, ...counted], moves: true };
}

interface Seen {
  readonly history: History;
  readonly reading: Reading;
  readonly useReads: boolean;
}

interface Movement {
  readonly evidence: string;
  readonly updates: readonly Update[];
  readonly witness?: Operation;
}

function withEvidence(overdraft: Overdraft, { updates, evidence, witness }: Movement): Certificate {
  const certificate = overdraftCertificate({ ...overdraft, updates });
  const operations = witness === undefined ? certificate.operations : [...certificate.operations, witness];
  return {
    ...certificate,
    operations,
    sentence: `${certificate.sentence} The version changed: ${evidence}.`,
  };
}

/**
 * Three kinds of evidence, none of which assumes a success status, a body or an increment: something between two of
 * the updates shows that the version was replaced (ordered); the updates themselves name results that nothing else
 * names (self-declared); every solo update of the kind changed the version, and so did this round (calibrated).
 * Otherwise the text names the missing proof.
 */
function movementShown({ history, reading, useReads }: Seen, overdraft: Overdraft): Movement | string {
  const returned = (updates: readonly Update[]): boolean =>
    overdraft.version !== null && nextRead(reading, updates)?.version === overdraft.version;
  const ordered = orderedEvidence(reading, overdraft);
  if (ordered !== undefined && !returned(ordered.updates)) return ordered;
  const declared = selfDeclared(reading, overdraft);
  if (declared.length > overdraft.capacity && !returned(declared))
    return { evidence: 'each names a resulting version of its own', updates: declared };
  const { moved, of } = history.calibration;
  if (!isCalibrated(history))
    return `no update is known to change the version: ${moved} of ${of} solo updates changed it`;
  if (returned(overdraft.updates))
    return `the next read shows version ${overdraft.version}: all may have kept it`;
  if (useReads && nextRead(reading, overdraft.updates) === undefined)
    return 'no read after the updates confirms that the version was replaced';
  return { evidence: `${moved} of ${of} solo updates changed the version`, updates: overdraft.updates };
}

const isRead = ({ operation }: Sight): boolean => operation.kind === 'read';

function nextRead(reading: Reading, updates: readonly Update[]): Sight | undefined {
  const answered = updates.reduce((latest, update) => Math.max(latest, update.answered), -Infinity);
  const reads = reading.sights.filter((sight) => isRead(sight) && sight.sent > answered);
  return reads.reduce<Sight | undefined>(
    (first, one) => (first === undefined || one.sent < first.sent ? one : first),
    undefined,
  );
}

/** The updates whose result is another version, named by no other accepted update. */
function selfDeclared(reading: Reading, { updates, version }: Overdraft): readonly Update[] {
  if (version === null) return [];
  const named = new Map<string | null, number>([[reading.initial, 1]]);
  for (const { to } of reading.updates) named.set(to, (named.get(to) ?? 0) + 1);
  return updates.filter(({ to }) => to !== null && to !== version && named.get(to) === 1);
}

/**
 * An update was answered. Then another version was current, because an update stating it was accepted, or a
 * read showed the very result of the first update (any other version may be an old one). Then an update
 * stating the former version was sent, and accepted. The first update need not have changed anything.
 */
function orderedEvidence(reading: Reading, { version, capacity, updates }: Overdraft): Movement | undefined {
  if (version === null || capacity > 1) return undefined;
  const first = updates.reduce((a, b) => (b.answered < a.answered ? b : a));
  const last = updates.reduce((a, b) => (b.sent > a.sent ? b : a));
  const isBetween = ({ sent, answered }: Sight | Update): boolean =>
    sent > first.answered && answered < last.sent;
  const accepted = reading.updates.find((update) => update.from !== version && isBetween(update));
  const read = reading.sights.find(
    (sight) => isRead(sight) && sight.version === first.to && isBetween(sight),
  );
  const witness = accepted ?? read;
  if (witness === undefined) return undefined;
  return {
    evidence: `${witness.operation.id} shows another version between them`,
    updates: [first, last],
    witness: witness.operation,
  };
}

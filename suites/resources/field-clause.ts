import { operation } from '../../contract/endpoints.ts';
import { addressedNames } from '../../contract/traits.ts';
import { valueIn } from '../../judging/answers/deviations-at.ts';
import type { Statement } from '../../clause/section.ts';
import type { Grade } from '../../schemas/deviation.ts';
import { documentedFields } from '../../schemas/fields.ts';
import type { RecordedDeviation } from '../../world/shapes/recorded.ts';
import { refusalOfMember } from '../../world/shapes/taken-members.ts';
import type { Claim } from '../../world/claim.ts';
import type { World } from '../../world/world.ts';
import type { Lack } from '../../judge/sentence.ts';
import { saidOf } from '../../judging/said.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import type { Stage } from '../../implementation/stage.ts';
import { surveyCarts } from '../namespace/surveyed-carts.ts';
import { surveyOverwrites } from '../overwrites/surveyed-content.ts';
import { surveyRecords } from '../records/survey-posts.ts';
import { refusedUndeclared, takenSupply, tryMembers } from '../../judging/surveys/members-taken.ts';
import { surveyResources, surveyTheLatest } from '../../judging/surveys/resources.ts';

const dates = 'DateExamples';
const contents = new Set(['ExampleResource', 'ObjectTypeProperty', 'ArrayItem']);

/** The requests that `surveyed` sends for fields of this type. */
export function provoking(field: string): string {
  const [type = ''] = field.split('.');
  if (type === dates) return `${operation('urnLinks')} with varied records`;
  if (contents.has(type))
    return (
      `${operation('create')} with content in every documented member, and with elements of other types, then ` +
      `${addressedNames.map(operation).join(', ')} of the created resource`
    );
  return `${operation('cart')} several times, and ${operation('cartWithHeaders')} with several locales`;
}

/** Provokes answers in which a field may occur, and waits until the run has received all of them. */
export async function surveyed(on: Stage, ...fields: readonly string[]): Promise<void> {
  const types = new Set(fields.map((field) => field.split('.')[0] ?? ''));
  const isContent = [...types].some((type) => contents.has(type));
  if (isContent) {
    await surveyResources(on);
    await on.until('races');
    await unlessInconclusive(surveyTheLatest(on));
  }
  if ([...types].some((type) => !contents.has(type) && type !== dates)) await surveyCarts(on);
  if (isContent || types.has(dates)) {
    await on.until('overwrites');
    await Promise.all([surveyRecords(on), ...(isContent ? [surveyOverwrites(on), tryMembers(on)] : [])]);
  }
  await on.until('end');
}

function kindOf(name: string): string {
  const documented = documentedFields.find((field) => field.name === name);
  if (documented === undefined) throw new Error(`the contract documents no field ${name}`);
  return documented.kind;
}

/** A documented field, `Type.field`, has its type in every successful answer ("Resources and their fields"). */
export function fieldIsTyped(name: string, more: Partial<Statement<Stage>> = {}): Statement<Stage> {
  return {
    statement: `Wherever the server shows it, ${name} is of the documented type: ${kindOf(name)}.`,
    sends: provoking(name),
    violation:
      'A successful answer shows the member, or one of its elements, with a value of another type or outside the documented form.',
    rationale:
      'The clause demands neither presence nor bounds, counts or uniqueness; further members are free. One answer is proof, no matter which request provoked it. Null fails only as an element, or if the create that is answered gave the member a value that the server shows elsewhere; any other null stays undecided until the vendor declares it.',
    blocks: 'when-seen',
    field: name,
    ...more,
    ...saidOf((on) => surveyed(on, name), {
      each: shown(name),
      owes: (one, world) => {
        if ('met' in one) return one;
        const isOfType = one.got !== undefined && one.grade !== 'warning' && one.grade !== 'suspect';
        return isOfType ? wrong(one, world) : 'outside';
      },
      without: ({ profile }) =>
        profile.fields?.never?.includes(name) === true
          ? { code: 'declared-absent', text: `${name} is declared never to occur` }
          : undefined,
      suspect: ({ bodies }) =>
        bodies.field(name).deviations.some(({ grade }) => grade === 'suspect')
          ? `${name} has another type in a body that can be read in two ways.`
          : undefined,
      lack: (world) => leftOut(world, name) ?? neverSeen(world, name),
      once: ({ at }) => at,
    }),
  };
}

type Shown = { readonly met: number } | RecordedDeviation;

/** The findings about a field: how often it was as documented, unless creates must not contain it, and each deviation. */
export function shown(name: string) {
  return (world: World): readonly Shown[] => {
    const { seen, deviations } = world.bodies.field(name);
    return [{ met: leftOut(world, name) === undefined ? seen : 0 }, ...deviations];
  };
}

/** A deviation from the documentation, as a claim. */
export function wrong(one: RecordedDeviation, { bodies }: World): Claim {
  const { field, pointer, grade, endpoint: at, evidence, expected } = one;
  const flawed = valueIn(one);
  return {
    kind: 'ill-typed',
    at,
    expected: `${expected} for ${field} (${at} ${pointer})`,
    got: shortened(flawed.got),
    deviation: flawed.deviation,
    shown: { evidence },
    flaw: { field, pointer, grade, wasGiven: one.given && bodies.field(field).echoed > 0 },
  };
}

/** If creates must not contain a member, no answer can show it with a value. */
function leftOut(world: World, name: string): Lack | undefined {
  const [type, member = ''] = name.split('.');
  const isOfCreate = type === 'ObjectTypeProperty' || type === 'ArrayItem';
  if (!isOfCreate || world.bodies.field(name).filled > 0) return undefined;
  const last = refusalOfMember(world.history, member);
  if (last === undefined || !refusedUndeclared(world).includes(member)) return undefined;
  return {
    code: 'refused-by-unknown-validation',
    text: `no create may contain ${member}, and no answer shows it with a value`,
    supply: takenSupply(world, [member]),
    isDoubt: true,
    exchanges: [last],
  };
}

function neverSeen({ profile }: World, name: string): Lack {
  const code = 'field-never-seen';
  if (profile.fields?.nullable?.includes(name) === true)
    return { code, text: `${name} was only shown as null, as declared` };
  return {
    code,
    text: `no answer showed ${name} with a value`,
    supply: `"fields": {"never": ["${name}"]}`,
  };
}

/** The fields of a record follow a recommendation: readers of the contract expect them, but the contract does not demand them. */
export function fieldsAreUsual(
  names: readonly string[],
  statement: Omit<Statement<Stage>, 'check' | 'sends'>,
  grade: Grade = 'warning',
): Statement<Stage> {
  return {
    sends: provoking(names[0] ?? ''),
    ...statement,
    ...saidOf((on) => surveyed(on, ...names), {
      each: ({ bodies }) => {
        const records = names.map((name) => bodies.field(name));
        const met = records.some(({ seen }) => seen > 0) ? 1 : 0;
        return [{ met }, ...records.flatMap(({ deviations }) => deviations)];
      },
      owes: (one, world) => ('met' in one ? one : one.grade === grade ? wrong(one, world) : 'outside'),
      lack: () => ({ code: 'field-never-seen', text: `no answer showed ${names.join(' or ')}` }),
      once: ({ at }) => at,
    }),
  };
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}

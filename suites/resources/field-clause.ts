import { operation } from '../../contract/endpoints.ts';
import { addressedNames } from '../../contract/traits.ts';
import type { Recorded } from '../../run/reporting.ts';
import { valueIn } from '../../judging/answers/deviations-at.ts';
import type { Statement } from '../../clause/section.ts';
import type { Grade } from '../../schemas/deviation.ts';
import { documentedFields } from '../../schemas/fields.ts';
import type { RecordedDeviation } from '../../world/shapes/recorded.ts';
import type { Stage } from '../../implementation/stage.ts';
import { surveyCarts } from '../namespace/survey-carts.ts';
import { surveyOverwrites } from '../overwrites/survey.ts';
import { surveyRecords } from '../records/survey.ts';
import { membersTaken, refusedUndeclared, takenSupply } from '../../judging/surveys/members-taken.ts';
import { surveyResources } from '../../judging/surveys/resources.ts';

const dates = 'DateExamples';
const contents = new Set(['ExampleResource', 'ObjectTypeProperty', 'ArrayItem']);

/** What `surveyed` sends for fields of such a type. */
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

/** Provokes answers in which a field may occur, and waits until the run has seen all it will see. */
export async function surveyed(on: Stage, ...fields: readonly string[]): Promise<void> {
  const types = new Set(fields.map((field) => field.split('.')[0] ?? ''));
  const isContent = [...types].some((type) => contents.has(type));
  if (isContent) await surveyResources(on);
  if ([...types].some((type) => !contents.has(type) && type !== dates)) await surveyCarts(on);
  if (isContent || types.has(dates)) {
    await on.until('overwrites');
    await Promise.all([surveyRecords(on), ...(isContent ? [surveyOverwrites(on), membersTaken(on)] : [])]);
  }
  await on.until('end');
}

function kindOf(name: string): string {
  const documented = documentedFields.find((field) => field.name === name);
  if (documented === undefined) throw new Error(`the contract documents no field ${name}`);
  return documented.kind;
}

/**
 * A documented field, wherever a successful answer shows it, has the documented type ("Resources and their fields").
 *
 * @param name - `Type.field`
 */
export function fieldIsTyped(name: string, more: Partial<Statement<Stage>> = {}): Statement<Stage> {
  return {
    statement: `Wherever the server shows it, ${name} is of the documented type: ${kindOf(name)}.`,
    sends: provoking(name),
    violation:
      'A successful answer shows the member, or one of its elements, with a value of another type or outside the documented form.',
    rationale:
      'The clause demands neither presence nor bounds, counts or uniqueness; further members are free. One answer is proof, whichever request provoked it. Null fails only as an element, or where the create that is answered gave the member a value that the server shows elsewhere; any other null stays undecided until the vendor declares it.',
    blocks: 'when-seen',
    field: name,
    ...more,
    check: async (on) => {
      await surveyed(on, name);
      await judgeField(on, name);
    },
  };
}

async function judgeField(on: Stage, name: string): Promise<void> {
  const { fields } = on.profile;
  if (fields?.never?.includes(name) === true)
    return on.discarded('declared-absent', `${name} is declared never to occur`);
  const { seen, filled, echoed, deviations } = on.world.bodies.field(name);
  const isNullable = fields?.nullable?.includes(name) === true;
  const nulls = isNullable ? [] : deviations.filter(({ grade }) => grade === 'null');
  const broken = [
    ...deviations.filter(({ grade, got }) => grade === 'violation' && got !== undefined),
    ...(echoed > 0 ? nulls.filter(({ given }) => given) : []),
  ];
  for (const finding of findingsOf(broken)) on.violatedWith(finding);
  if (deviations.some(({ grade }) => grade === 'suspect'))
    on.suspect(`${name} has another type in a body that can be read in two ways.`);
  if (broken.length > 0) return;
  if (nulls.length > 0)
    on.undecided('two-readings', `${name} is null at ${places(nulls)}`, {
      readings: [
        `null is no value of ${name}: leave the member out, or give it a value`,
        `${name} may be null, which the contract does not say: declare that choice in fields.nullable`,
      ],
    });
  const unclear = deviations.filter(({ grade }) => grade === 'undecided');
  if (unclear.length > 0)
    on.undecided(
      'two-readings',
      `whether ${name} has a right value at ${places(unclear)} cannot be decided`,
      {
        readings: name.endsWith('Int32') ? signReadings(name) : [],
      },
    );
  if (filled === 0 && (await isLeftOut(on, name))) return;
  if (seen > 0) return on.held(seen);
  if (isNullable) return on.discarded('field-never-seen', `${name} was only shown as null, as declared`);
  on.discarded(
    'field-never-seen',
    `no answer showed ${name} with a value`,
    `"fields": {"never": ["${name}"]}`,
  );
}

/** Reports a member that creates may not bring: then no answer can show it, but as nothing. */
async function isLeftOut(on: Stage, name: string): Promise<boolean> {
  const [type, member = ''] = name.split('.');
  const isOfCreate = type === 'ObjectTypeProperty' || type === 'ArrayItem';
  const isRefused = isOfCreate && (await refusedUndeclared(on)).includes(member);
  const last = isRefused ? (await membersTaken(on)).last.get(member) : undefined;
  if (last === undefined) return false;
  on.undecided(
    'refused-by-unknown-validation',
    `no create may contain ${member}, and no answer shows it with a value`,
    {
      supply: takenSupply(on, [member]),
      exchanges: [last],
    },
  );
  return true;
}

/** Of a value between 2^31 and 2^32 - 1. */
function signReadings(name: string): readonly string[] {
  return [
    `${name} is a signed 32-bit integer, as usual: keep it below 2^31`,
    `${name} is unsigned, which the contract does not say: declare that choice in int32.signed`,
  ];
}

/** The fields of a record follow a recommendation: what readers of the contract expect, and it does not demand. */
export function fieldsAreUsual(
  names: readonly string[],
  statement: Omit<Statement<Stage>, 'check' | 'sends'>,
  grade: Grade = 'warning',
): Statement<Stage> {
  return {
    sends: provoking(names[0] ?? ''),
    ...statement,
    check: async (on) => {
      await surveyed(on, ...names);
      const records = names.map((name) => on.world.bodies.field(name));
      const odd = records.flatMap(({ deviations }) => deviations.filter((one) => one.grade === grade));
      for (const finding of findingsOf(odd)) on.violatedWith(finding);
      if (odd.length > 0) return;
      if (records.some(({ seen }) => seen > 0)) return on.held();
      on.discarded('field-never-seen', `no answer showed ${names.join(' or ')}`);
    },
  };
}

/** One finding an endpoint, each with its first exchange. */
export function findingsOf(deviations: readonly RecordedDeviation[]): readonly Recorded[] {
  const firsts = deviations.filter(
    (one, at) => deviations.findIndex(({ endpoint }) => endpoint === one.endpoint) === at,
  );
  return firsts.map((one) => {
    const flawed = valueIn(one);
    const { expected, field, endpoint, pointer } = one;
    return {
      ...flawed,
      expected: `${expected} for ${field} (${endpoint} ${pointer})`,
      got: shortened(flawed.got),
    };
  });
}

function places(deviations: readonly RecordedDeviation[]): string {
  return [...new Set(deviations.map(({ endpoint, pointer }) => `${endpoint} ${pointer}`))].join(', ');
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}

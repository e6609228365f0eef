import {
  version,
  type TestProject,
  type TestSequencerConstructor,
  type TestSpecification,
  type Vitest,
} from 'vitest/node';
import { partsInOrder } from '../../clause/document-order.ts';
import { defined } from '../../clause/defined.ts';
import type { StatedSuite } from '../register/stated-places.ts';
import type { RequestedFile } from './provided.ts';
import { shardsOf, type Shard } from './shard.ts';
import { suiteFile } from './suite-files.ts';

type TestSequencer = InstanceType<TestSequencerConstructor>;

export interface Sequenced {
  readonly project: TestProject;
  readonly suites: readonly StatedSuite[];
  /** The shard to run; absent for all suites, and if vitest runs other tests as well. */
  readonly shard?: Shard;
  /** Ends the process if the shard gets none of the named suites. */
  readonly refuseShard: (shard: Shard) => never;
}

/**
 * Orders the suites as in the contract and tells their worker which tests vitest will run. Vitest asks nothing later
 * before it hands over the files. Files of other projects keep their order.
 */
export function suiteSequencer(
  Base: TestSequencerConstructor,
  { project, suites, shard, refuseShard }: Sequenced,
): TestSequencerConstructor {
  const byFile = new Map(suites.map((suite) => [suiteFile(suite), suite]));
  const isOurs = (one: TestSpecification): boolean => one.project === project;
  const pathOf = ({ moduleId }: TestSpecification): string => byFile.get(moduleId)?.path ?? '';
  const placeOf = ({ moduleId }: TestSpecification): number =>
    partsInOrder.indexOf(byFile.get(moduleId)?.stated[0]?.name ?? '');
  const requested = (one: TestSpecification): RequestedFile => {
    const { testLines, testIds, testNamePattern } = one;
    const { source, flags } = testNamePattern ?? project.serializedConfig.testNamePattern ?? {};
    const titles = testIds?.flatMap((id) => {
      const entity = project.vitest.state.getReportedEntityById(id);
      return entity?.type === 'test' ? [entity.name] : [];
    });
    return {
      path: pathOf(one),
      ...defined({ lines: testLines, titles }),
      ...(source === undefined || flags === undefined ? {} : { pattern: { source, flags } }),
    };
  };
  let times = 0;
  return class {
    readonly #base: TestSequencer;

    constructor(vitest: Vitest) {
      this.#base = new Base(vitest);
    }

    /** The shards divide the suites if vitest runs nothing else; beside other tests, one shard runs them all. */
    async shard(all: TestSpecification[]): Promise<TestSpecification[]> {
      const ours = all.filter(isOurs);
      if (shard !== undefined) {
        const shares = shardsOf(suites, shard.count);
        const fallen = ours.filter((one) => shares.get(pathOf(one)) === shard.index);
        return fallen.length > 0 ? fallen : refuseShard(shard);
      }
      const [first, ...more] = ours;
      if (first === undefined) return await this.#base.shard(all);
      const kept = await this.#base.shard([...all.filter((one) => !isOurs(one)), first]);
      return kept.includes(first) ? [...kept, ...more] : kept;
    }

    async sort(all: TestSpecification[]): Promise<TestSpecification[]> {
      const others = all.filter((one) => !isOurs(one));
      // Vitest puts files of several projects into one group, and would then give each suite a worker.
      const orders = others.map((one) => one.project.config.sequence.groupOrder);
      if (others.length > 0) project.config.sequence.groupOrder = Math.max(...orders) + 1;
      const ours = all.filter(isOurs).toSorted((one, other) => placeOf(one) - placeOf(other));
      times += 1;
      project.provide('requested', {
        times,
        joint: version.startsWith('4.') ? ' ' : ' > ',
        files: ours.map(requested),
      });
      return [...(await this.#base.sort(others)), ...ours];
    }
  };
}

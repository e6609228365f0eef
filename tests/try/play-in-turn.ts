import { join } from 'node:path';
import { BaseSequencer, createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { packageFolder } from '../../config/packaging/package-folder.ts';

/** As they are given: vitest would begin with what failed or took longest last time. */
class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

/**
 * Plays pure tests in the order given, up to the first that fails; whether they all passed. The first goes alone: where it
 * fails, nobody waits for the start of others.
 */
export async function playInTurn([first, ...others]: readonly string[]): Promise<boolean> {
  if (first === undefined) return true;
  const vitest = await createVitest('test', {
    config: 'tests/vitest.config.ts',
    root: packageFolder,
    project: ['pure'],
    watch: false,
    bail: 1,
    sequence: { sequencer: AsGiven },
  });
  try {
    await vitest.standalone();
    return (await havePassed(vitest, [first])) && (await havePassed(vitest, others));
  } finally {
    await vitest.close();
  }
}

async function havePassed(vitest: Vitest, files: readonly string[]): Promise<boolean> {
  if (files.length === 0) return true;
  const project = vitest.getProjectByName('pure');
  const played = await vitest.runTestSpecifications(
    files.map((file) => project.createSpecification(join(packageFolder, file))),
  );
  return played.unhandledErrors.length === 0 && played.testModules.every((module) => module.ok());
}

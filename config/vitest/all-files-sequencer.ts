import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Leaves every file in every shard: a shard has an entry of its own, which takes its part of the clauses. */
export class AllFilesSequencer extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return await Promise.resolve(files);
  }
}

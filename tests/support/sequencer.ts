import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Parts of a path. The files of the first part start first. */
const ORDER = ['/tests/drills/drills.', '/tests/e2e/', '/tests/', '/server/orders/', '/server/', '.test.ts', '.test.tsx'];

/**
 * Starts the files that wait for blocks, leases and other processes before those that keep a processor busy, so that they
 * overlap. The drills take longest and start first. Files of one project stay together, because they share workers.
 */
export class WaitingFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((a, b) => rank(a) - rank(b)));
  }
}

function rank({ moduleId }: TestSpecification): number {
  return ORDER.findIndex((part) => moduleId.includes(part));
}

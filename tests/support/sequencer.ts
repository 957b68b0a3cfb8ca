import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Patterns of paths. The files of the first pattern start first. */
const ORDER = [
  /drills\.test/,
  /\/tests\/e2e\//,
  /\/tests\/desktop\//,
  /\/tests\//,
  /\/server\/orders\//,
  /\/server\//,
  /\.ts$/,
  /\.tsx$/,
];

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
  return ORDER.findIndex((pattern) => pattern.test(moduleId));
}

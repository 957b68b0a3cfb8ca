import { defineConfig } from 'vitest/config';
import { WaitingFirst } from './tests/support/sequencer.ts';

/** One more than the cores of a small machine: tests often wait, for blocks, for other processes or for the disk. */
const WORKERS = 3;
/** How long `expect.poll` waits. Vitest's own second is too short on a busy machine. */
const POLLS = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: [
            '{contract,main,server,web,scripts}/**/*.test.ts',
            'renderer/{api,desktop,stores,i18n,components,screens}/**/*.test.ts',
            'tests/{integration,conformance,faults,drills,repositories}/**/*.test.ts',
          ],
          globalSetup: 'tests/support/postgresBroker.ts',
          // A new process and module graph for each file would cost more than most files' tests.
          isolate: false,
          testTimeout: 20_000,
          // The first test that asks for a PostgreSQL database starts the server.
          hookTimeout: 120_000,
          maxWorkers: WORKERS,
          expect: POLLS,
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/*.test.ts'],
          globalSetup: 'tests/api/install.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: WORKERS,
          expect: POLLS,
        },
      },
      {
        test: {
          name: 'component',
          environment: 'jsdom',
          include: ['renderer/**/*.test.tsx'],
          setupFiles: ['tests/component/setup.ts'],
          isolate: false,
          testTimeout: 20_000,
          maxWorkers: WORKERS,
          expect: POLLS,
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: 'tests/support/browser/globalSetup.ts',
          // Several waits for the end of a swap. Each has its own timeout, whose error names what it waited for.
          testTimeout: 180_000,
          hookTimeout: 120_000,
          maxWorkers: WORKERS,
          expect: POLLS,
        },
      },
      {
        test: {
          name: 'desktop',
          environment: 'node',
          include: ['tests/desktop/**/*.test.ts'],
          globalSetup: 'tests/desktop/support/globalSetup.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: WORKERS,
          expect: POLLS,
        },
      },
    ],
  },
});

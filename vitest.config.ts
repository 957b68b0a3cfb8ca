import { defineConfig } from 'vitest/config';

/** Vitest would leave one of two cores alone. Much of a test here is waiting: for blocks, for other processes, for the disk. */
const WORKERS = 2;
/** How long `expect.poll` looks. Vitest's own second is over on a busy machine before anything is wrong. */
const POLLS = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: [
            '{contract,server,web,scripts}/**/*.test.ts',
            'renderer/{api,stores,i18n,components,screens}/**/*.test.ts',
            'tests/{integration,conformance,faults,drills,repositories}/**/*.test.ts',
          ],
          globalSetup: 'tests/support/postgresBroker.ts',
          testTimeout: 20_000,
          // PostgreSQL is set up in one of them, for all.
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
          globalSetup: 'tests/support/browser/buildSite.ts',
          // More than one wait for a swap's end, each of which has its own patience and says what it waited for.
          testTimeout: 180_000,
          hookTimeout: 120_000,
          maxWorkers: WORKERS,
          expect: POLLS,
        },
      },
    ],
  },
});

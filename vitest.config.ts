import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { WaitingFirst } from './tests/support/sequencer.ts';

/** Tests on nodes of Monero. They take minutes and run with `npm test -- --all` only. */
const MONERO = ['tests/conformance/chainGateway.monero.test.ts', 'tests/integration/monero*.test.ts'];
/** One more than the cores of a small machine: tests often wait, for blocks, for other processes or for the disk. */
const WORKERS = 3;
/**
 * Far longer than any test or wait takes. A busy machine must not fail a test; only one that hangs shall end. Where a test waits
 * for something of a browser or of another process, the wait's own timeout names what is missing.
 */
const TIMES = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 180_000 } } };

export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: [
            '{console,contract,main,server,web,scripts}/**/*.test.ts',
            'renderer/{api,desktop,stores,i18n,components,screens}/**/*.test.ts',
            'tests/{integration,conformance,faults,drills,repositories}/**/*.test.ts',
          ],
          exclude: process.env['ALL_TESTS'] ? [] : MONERO,
          globalSetup: [
            'tests/support/buildHosts.ts',
            'tests/support/postgresBroker.ts',
            'tests/support/nodes/installNodes.ts',
            'tests/support/nodes/moneroChain.ts',
            // One of them swaps in a browser.
            ...(process.env['ALL_TESTS'] ? ['tests/support/browser/globalSetup.ts'] : []),
          ],
          // A new process and module graph for each file would cost more than most files' tests.
          isolate: false,
          maxWorkers: WORKERS,
          ...TIMES,
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/*.test.ts'],
          globalSetup: 'tests/api/install.ts',
          maxWorkers: WORKERS,
          ...TIMES,
        },
      },
      {
        // React's development form of each element also records a stack. Its warnings are the same without.
        oxc: { jsx: { development: false } },
        test: {
          name: 'component',
          environment: 'jsdom',
          include: ['{renderer,console,web}/**/*.test.tsx'],
          setupFiles: ['tests/component/setup.ts'],
          isolate: false,
          maxWorkers: WORKERS,
          ...TIMES,
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: 'tests/support/browser/globalSetup.ts',
          // The files of a worker share a site and a browser: see tests/support/browser/useSite.ts.
          isolate: false,
          maxWorkers: WORKERS,
          ...TIMES,
        },
      },
      {
        test: {
          name: 'desktop',
          environment: 'node',
          include: ['tests/desktop/**/*.test.ts'],
          globalSetup: 'tests/desktop/support/globalSetup.ts',
          maxWorkers: WORKERS,
          ...TIMES,
        },
      },
    ],
  },
});

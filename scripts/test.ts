import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { linesByKind, linesOfSlowest } from './suite/kinds.ts';
import { reachedTests } from './suite/reachedTests.ts';

/**
 * `npm test` runs every check and every test. `npm test -- PATTERN…` runs only the test files whose path contains a pattern, and
 * `npm test -- --changed` (or `--changed=COMMIT`) those that the changes since the last commit (or a named one) can reach.
 * `npm test -- --all` runs each test that can use both databases on both, and those on nodes of Monero, which take minutes.
 * `npm test -- --extended`, which CI runs, is `npm test` followed by the drills and the tests on Monero's nodes as with `--all`.
 * `npm run validate` (`--without-browser`) leaves the browser and desktop tests out. All end with "N passed, N failed".
 */
const { values, positionals: patterns } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    extended: { type: 'boolean', default: false },
    'without-browser': { type: 'boolean', default: false },
    changed: { type: 'string' },
  },
  // `--changed` alone compares with the last commit.
  args: process.argv.slice(2).map((argument) => (argument === '--changed' ? '--changed=HEAD' : argument)),
});
const withoutBrowser = values['without-browser'];
const folder = mkdtempSync(join(tmpdir(), 'causeway-test-'));
const tally = { passed: 0, failed: 0, skipped: 0 };
/** Repeated at the end, because in a long log a failure is far from the last line. */
const failures: string[] = [];
const SLOWEST = 10;
/** What `--extended` runs after all other tests, as with `--all` */
const EXTENSION = ['tests/drills/', 'tests/conformance/chainGateway.monero', 'tests/integration/monero'];

process.env['PATH'] =
  `${join(process.cwd(), 'node_modules/node/bin')}:${join(process.cwd(), 'node_modules/.bin')}:${process.env['PATH']}`;

if (patterns.length === 0 && values.changed === undefined) {
  // The two that keep one processor busy longest start first.
  await inPairs([
    () => check('lint and import rules', 'oxlint', ['--type-aware', '--deny-warnings']),
    () => check('format', 'oxfmt', ['--check']),
    // Several checkers would each work out the types that they share, while the lint needs the other processor.
    () => check('types', 'tsc', ['-p', '.', '--checkers', '1']),
    () => check('dead code', 'knip', []),
    ...(withoutBrowser
      ? []
      : [() => check('build', process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/build.ts'])]),
  ]);
}
const reached = values.changed === undefined ? null : reachedTests(values.changed);
if (reached?.length === 0) console.log('No test can be reached by a change: nothing has changed.');
else await runTests(reached ?? patterns, values.all);
if (values.extended) await runTests(EXTENSION, true);

rmSync(folder, { recursive: true, force: true });
if (withoutBrowser) console.log('\nThe browser and desktop tests were left out, as requested; npm test runs them.');
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
if (tally.skipped > 0) console.log(`\n${tally.skipped} skipped: see above which and why.`);
console.log(`\n${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`);
process.exitCode = tally.failed > 0 || (tally.passed === 0 && reached?.length !== 0) ? 1 : 0;

/** Runs the checks two at a time. */
async function inPairs(checks: (() => Promise<void>)[]): Promise<void> {
  const work = async (): Promise<void> => {
    for (let next = checks.shift(); next; next = checks.shift()) await next();
  };
  await Promise.all([work(), work()]);
}

/** Runs a tool and prints its output when it ends. An exit code of 0 counts as one passed test, any other as a failed one. */
async function check(name: string, command: string, args: string[]): Promise<void> {
  const startedAt = Date.now();
  const { code, output } = await run(command, args, 'pipe');
  tally[code === 0 ? 'passed' : 'failed'] += 1;
  if (code !== 0) failures.push(name);
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  console.log(
    `\n── ${name}\n${output.trim()}${output.trim() && '\n'}${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`,
  );
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: FileReport[];
}

interface FileReport {
  name: string;
  status: string;
  message: string;
  /** Milliseconds since 1970 */
  startTime: number;
  endTime: number;
  assertionResults: { fullName: string; status: string }[];
}

/**
 * Runs the test files whose path contains a pattern, or all without one; counts their tests and prints what took how long. A run without a
 * report counts as one failed test.
 *
 * @param onAll whether tests use all databases and nodes that they can
 */
async function runTests(only: readonly string[], onAll: boolean): Promise<void> {
  console.log(`\n── tests${onAll ? ' on all databases, and on nodes of Monero' : ''}`);
  const file = join(folder, 'report.json');
  rmSync(file, { force: true });
  const withoutWindows = withoutBrowser ? ['--project', '!browser', '--project', '!desktop'] : [];
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await run(
    'vitest',
    ['run', ...only, ...withoutWindows, ...reports],
    'inherit',
    onAll ? { ALL_TESTS: '1' } : {},
  );
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
  if (report === null || report.testResults.length === 0) {
    tally.failed += 1;
    failures.push(only.length > 0 ? `no test file matches ${only.join(' ')}` : 'the tests wrote no report');
    return;
  }
  tally.passed += report.numPassedTests;
  tally.failed += report.numFailedTests;
  tally.skipped += report.numPendingTests + report.numTodoTests;
  for (const { name, status, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    failures.push(...failed.map(({ fullName }) => `${relative('.', name)}: ${fullName}`));
    if (failed.length === 0 && status === 'failed') failures.push(`${relative('.', name)}: ${message}`);
  }
  // A file that fails to load, or an error outside of a test, has no test to count.
  if (code !== 0 && report.numFailedTests === 0) {
    tally.failed += 1;
    failures.push('an error outside of the tests');
  }
  const files = report.testResults.map(({ name, startTime, endTime, assertionResults }) => ({
    path: relative('.', name).split(sep).join('/'),
    seconds: (endTime - startTime) / 1_000,
    tests: assertionResults.length,
  }));
  console.log(`\nSeconds of files by kind, and its goal:\n${linesByKind(files).join('\n')}`);
  const slowest = linesOfSlowest(files, SLOWEST);
  console.log(`\nThe ${slowest.length} slowest files:\n${slowest.join('\n')}`);
}

function run(
  command: string,
  args: string[],
  output: 'pipe' | 'inherit',
  variables: Readonly<Record<string, string>> = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', output, output], env: { ...process.env, ...variables } });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('error', (error) => resolve({ code: 1, output: `${text}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: text }));
  });
}

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/**
 * `npm test` runs every check and every test. `npm test -- PATTERN…` runs only the test files whose path contains a pattern.
 * `npm test -- --all` runs the tests on nodes of Monero too, which take minutes.
 * `npm run validate` (`--without-browser`) leaves the browser and desktop tests out. All end with "N passed, N failed".
 */
const withoutBrowser = process.argv.includes('--without-browser');
if (process.argv.includes('--all')) process.env['MONERO_TESTS'] = '1';
const patterns = process.argv.slice(2).filter((argument) => !['--without-browser', '--all'].includes(argument));
const folder = mkdtempSync(join(tmpdir(), 'causeway-test-'));
const tally = { passed: 0, failed: 0, skipped: 0 };
/** Repeated at the end, because in a long log a failure is far from the last line. */
const failures: string[] = [];
const SLOWEST = 10;

process.env['PATH'] =
  `${join(process.cwd(), 'node_modules/node/bin')}:${join(process.cwd(), 'node_modules/.bin')}:${process.env['PATH']}`;

if (patterns.length === 0) {
  // The two that keep one processor busy longest start first.
  await inPairs([
    () => check('lint and import rules', 'oxlint', ['--type-aware', '--deny-warnings']),
    () => check('format', 'prettier', ['--check', '--log-level', 'warn', '.']),
    () => check('types', 'tsc', ['-p', '.']),
    () => check('dead code', 'knip', []),
    ...(withoutBrowser
      ? []
      : [() => check('build', process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/build.ts'])]),
  ]);
}
await runTests();

rmSync(folder, { recursive: true, force: true });
if (withoutBrowser) console.log('\nThe browser and desktop tests were left out, as requested; npm test runs them.');
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
if (tally.skipped > 0) console.log(`\n${tally.skipped} skipped: see above which and why.`);
console.log(`\n${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`);
process.exitCode = tally.failed > 0 || tally.passed === 0 ? 1 : 0;

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

/** Runs vitest, counts its tests and prints the slowest files. A run without a report counts as one failed test. */
async function runTests(): Promise<void> {
  console.log('\n── tests');
  const file = join(folder, 'report.json');
  const only = [...patterns, ...(withoutBrowser ? ['--project', '!browser', '--project', '!desktop'] : [])];
  const { code, output } = await run(
    'vitest',
    ['run', ...only, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    'inherit',
  );
  if (output) console.log(output);
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
  if (report === null || report.testResults.length === 0) {
    tally.failed += 1;
    failures.push(patterns.length > 0 ? `no test file matches ${patterns.join(' ')}` : 'the tests wrote no report');
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
  printSlowest(report.testResults);
}

function printSlowest(files: readonly FileReport[]): void {
  const seconds = ({ startTime, endTime }: FileReport): number => (endTime - startTime) / 1_000;
  const slowest = files.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, SLOWEST);
  const lines = slowest.map((file) => `${seconds(file).toFixed(1).padStart(7)} s  ${relative('.', file.name)}`);
  console.log(`\nThe ${lines.length} slowest files:\n${lines.join('\n')}`);
}

function run(command: string, args: string[], output: 'pipe' | 'inherit'): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', output, output] });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('error', (error) => resolve({ code: 1, output: `${text}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: text }));
  });
}

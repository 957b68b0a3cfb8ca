import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureChromium } from './chromium.ts';

/** What `npm test` and `npm run validate` run; `--without-browser` leaves the browser out, aloud. */
const withoutBrowser = process.argv.includes('--without-browser');
const folder = mkdtempSync(join(tmpdir(), 'causeway-test-'));
const tally = { passed: 0, failed: 0, skipped: 0 };
/** Said again at the end: in a long log, what failed is far from the last line. */
const failures: string[] = [];

process.env['PATH'] =
  `${join(process.cwd(), 'node_modules/node/bin')}:${join(process.cwd(), 'node_modules/.bin')}:${process.env['PATH']}`;

await check('types', 'tsc', ['-p', '.']);
await check('lint and import law', 'oxlint', ['--type-aware', '--deny-warnings']);
await check('format', 'prettier', ['--check', '--log-level', 'warn', '.']);
await check('dead code', 'knip', []);
await suite('unit, component and integration', ['--project', 'node', '--project', 'component']);
if (withoutBrowser) {
  console.log('\nLeft out, as asked: the tests in a browser (npm test runs them).');
} else {
  await check('build', process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/build.ts']);
  process.env['CHROMIUM_PATH'] = await ensureChromium();
  await suite('browser', ['--project', 'browser']);
}

rmSync(folder, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
if (tally.skipped > 0) console.log(`\n${tally.skipped} skipped: see above which and why.`);
console.log(`\n${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`);
process.exitCode = tally.failed > 0 || tally.passed === 0 ? 1 : 0;

/** One tool that must be content: counts as one test. */
async function check(name: string, command: string, args: string[]): Promise<void> {
  console.log(`\n── ${name}`);
  const isContent = (await run(command, args)) === 0;
  tally[isContent ? 'passed' : 'failed'] += 1;
  if (!isContent) failures.push(name);
  console.log(isContent ? `${name}: passed` : `${name}: FAILED`);
}

/** A vitest run: its tests count one by one, and a run that could not even report counts as a failure. */
async function suite(name: string, args: string[]): Promise<void> {
  console.log(`\n── ${name}`);
  const report = join(folder, `${name.replaceAll(/\W+/g, '-')}.json`);
  const code = await run('vitest', ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  if (!existsSync(report)) {
    tally.failed += 1;
    failures.push(`${name}: no report`);
    return;
  }
  const result = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: { name: string; status: string; message: string; assertionResults: { fullName: string; status: string }[] }[];
  };
  tally.passed += result.numPassedTests;
  tally.failed += result.numFailedTests;
  tally.skipped += result.numPendingTests + result.numTodoTests;
  for (const file of result.testResults) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    failures.push(...failed.map(({ fullName }) => `${relative('.', file.name)}: ${fullName}`));
    if (failed.length === 0 && file.status === 'failed') failures.push(`${relative('.', file.name)}: ${file.message}`);
  }
  // A file that fails to load, or an error outside of a test, has no test to count.
  if (code !== 0 && result.numFailedTests === 0) {
    tally.failed += 1;
    failures.push(`${name}: an error outside of the tests`);
  }
}

function run(command: string, args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

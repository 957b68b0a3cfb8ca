import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/**
 * Test files that reach the code which they test through another process, a built page or the list of files: what each imports doesn't show
 * what it tests. Each with the folders that it tests.
 */
const THROUGH_PROCESSES: readonly { tests: string; of: RegExp }[] = [
  { tests: 'tests/e2e/', of: /^(?:contract|server|renderer|console|web|resources|scripts)\// },
  { tests: 'tests/desktop/', of: /^(?:contract|server|renderer|main|preload|resources|scripts)\// },
  { tests: 'tests/integration/', of: /^(?:contract|server|web|resources|scripts)\// },
  { tests: 'tests/api/', of: /^(?:contract|server|resources)\// },
  { tests: 'tests/drills/', of: /^(?:contract|server)\// },
  { tests: 'scripts/', of: /^/ },
];

/**
 * Returns the test files that changes can reach, as paths relative to the repository: those that import a changed file, directly or not, and
 * those that test it through another process.
 *
 * @param since the commit to compare the working tree with
 */
export function reachedTests(since: string): string[] {
  const changed = [
    ...lines('git', ['diff', '--name-only', since]),
    ...lines('git', ['ls-files', '--others', '--exclude-standard']),
  ];
  if (changed.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'causeway-changed-'));
  try {
    const file = join(folder, 'tests.json');
    lines('vitest', ['list', '--changed', since, '--filesOnly', `--json=${file}`]);
    const importing = (JSON.parse(readFileSync(file, 'utf8')) as { file: string }[]).map((one) => relative('.', one.file));
    return [...new Set([...importing, ...processTests(changed)])].toSorted();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the test files that test one of the changed files through another process. */
function processTests(changed: readonly string[]): string[] {
  const folders = THROUGH_PROCESSES.filter(({ of }) => changed.some((path) => of.test(path))).map(({ tests }) => tests);
  return lines('git', ['ls-files', '--', ...folders]).filter((path) => path.endsWith('.test.ts'));
}

function lines(command: string, args: readonly string[]): string[] {
  const output = execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return output.split('\n').filter((line) => line !== '');
}

import { execFileSync } from 'node:child_process';
import { titleFaults } from './titles/titleFaults.ts';

/** Titles up to this commit are older than the rules. */
const BEFORE_RULES = '3b7f851';

/** Lists the commit titles since {@link BEFORE_RULES} that break a rule, and exits with 1 if there are any. `.ci/run` runs it. */
const titles = readTitles();
if (titles === null) {
  console.log(`Commit titles: SKIPPED. This checkout has no history back to ${BEFORE_RULES}.`);
} else {
  const faulty = titles.map((title) => ({ title, faults: titleFaults(title) })).filter(({ faults }) => faults.length > 0);
  for (const { title, faults } of faulty) console.log(`${title}\n  ${faults.join('\n  ')}`);
  console.log(`Commit titles: ${titles.length - faulty.length} follow the rules, ${faulty.length} do not.`);
  process.exitCode = faulty.length > 0 ? 1 : 0;
}

/** Returns the titles since {@link BEFORE_RULES}, newest first; null in a shallow checkout or outside of git. */
function readTitles(): string[] | null {
  try {
    const range = `${BEFORE_RULES}..HEAD`;
    const output = execFileSync('git', ['log', '--no-merges', '--format=%s', range], { stdio: ['ignore', 'pipe', 'ignore'] });
    return output.toString().split('\n').filter(Boolean);
  } catch {
    return null;
  }
}

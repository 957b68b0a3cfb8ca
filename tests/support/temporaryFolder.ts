import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Returns a new folder for the test that runs. It is removed after the test, also after a failure. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

import { spawn, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { buildStale } from './builds/stamps.mjs';
import { FLAGS } from './commands.mjs';

/** `npm run dev`: builds the pages and starts the whole site from its source, and again after every change. */
const WATCHED = ['contract', 'renderer', 'console', 'server', 'web', 'resources', 'scripts'];
const SETTLE_MS = 150;

let site: ChildProcess | null = null;
let timer: NodeJS.Timeout | null = null;

function start(): void {
  try {
    buildStale(['site']);
  } catch {
    // The next change may correct what the build has printed.
    return;
  }
  site = spawn(process.execPath, [...FLAGS, 'scripts/start.ts'], { stdio: 'inherit' });
}

/** Stops the site cleanly, so that its database and port are free for the next one. */
function restart(): void {
  const old = site;
  if (!old || old.exitCode !== null) return start();
  old.once('exit', start);
  old.kill('SIGINT');
}

for (const folder of WATCHED) {
  watch(folder, { recursive: true }, (_event, name) => {
    if (name?.includes('.test.')) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(restart, SETTLE_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!site || site.exitCode !== null) process.exit(0);
    site.once('exit', () => process.exit(0));
    site.kill('SIGINT');
  });
}
start();

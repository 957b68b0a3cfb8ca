import { spawn, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';

/** `npm run dev`: builds and starts the whole site, and again after every change of its sources. */
const WATCHED = ['contract', 'renderer', 'console', 'server', 'web', 'resources', 'scripts'];
const SETTLE_MS = 150;

let site: ChildProcess | null = null;
let timer: NodeJS.Timeout | null = null;

function start(): void {
  site = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/start.ts'], { stdio: 'inherit' });
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

import { spawn, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';

/** `npm run dev`: the whole site, built and started anew whenever something it is made of changes. */
const WATCHED = ['contract', 'renderer', 'server', 'web', 'resources', 'scripts'];
const SETTLE_MS = 150;

let site: ChildProcess | null = null;
let timer: NodeJS.Timeout | null = null;

function start(): void {
  site = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/start.ts'], { stdio: 'inherit' });
}

/** The site stops cleanly first: its database and port are free before the next one wants them. */
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

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { CdpConnection } from './cdp.ts';

/** The browser that people use, because the headless one has no windows. Debian's wrapper in /usr/bin adds flags of its own. */
const BINARIES = ['/usr/lib/chromium/chromium', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const EXIT_TIMEOUT_MS = 10_000;

export interface Chromium {
  connection: CdpConnection;
  /** Opens a window without an address bar. It starts with this URL. */
  openWindow(url: string): void;
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

export const findChromium = (): string | undefined => BINARIES.find((path) => existsSync(path));

/**
 * Starts Chromium without a window. Prints the line "DevTools listening on …" that Playwright waits for.
 *
 * @param profile the folder of its data. A Chromium that still uses it, of an app that was killed, ends first.
 * @param language such as "ru"
 */
export async function startChromium(profile: string, language: string): Promise<Chromium> {
  const binary = findChromium();
  if (binary === undefined) throw new Error('The stand-in needs Chromium. Debian: apt-get install chromium');
  await previousEnds(profile);
  const common = [
    `--user-data-dir=${profile}`,
    // Without it, a bar about --no-sandbox takes a part of the first window.
    '--test-type',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const env = { ...process.env, LANGUAGE: language };
  const child = spawn(
    binary,
    [
      ...common,
      '--remote-debugging-pipe',
      '--remote-debugging-port=0',
      '--no-startup-window',
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-extensions',
      '--disable-sync',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--hide-crash-restore-bubble',
      '--password-store=basic',
      // A document that is restored from this cache would not run the preload again.
      '--disable-back-forward-cache',
      // One session per page then sees the requests of its frames too.
      '--disable-site-isolation-trials',
      '--disable-features=IsolateOrigins,site-per-process,Translate',
      // There is no window manager, so every window but the last counts as covered.
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
      '--disable-background-timer-throttling',
      `--lang=${language}`,
      `--accept-lang=${language}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], env },
  );
  process.once('exit', () => child.kill('SIGKILL'));
  await printsAddress(child);
  const [, , , output, input] = child.stdio;
  const connection = new CdpConnection(output as Writable, input as Readable);
  return {
    connection,
    openWindow: (url) => void spawn(binary, [...common, `--app=${url}`], { stdio: 'ignore', env }),
    stop: () => stop(child, connection),
  };
}

async function stop(child: ChildProcess, connection: CdpConnection): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  connection.browser.send('Browser.close').catch(() => undefined);
  const timer = setTimeout(() => child.kill('SIGKILL'), EXIT_TIMEOUT_MS);
  await exit;
  clearTimeout(timer);
}

/** Chromium forwards to a process that has the profile open, even if that one is about to end. */
async function previousEnds(profile: string): Promise<void> {
  for (let waited = 0; waited < EXIT_TIMEOUT_MS && isInUse(profile); waited += 20) await sleep(20);
}

function isInUse(profile: string): boolean {
  try {
    const pid = Number(readlinkSync(join(profile, 'SingletonLock')).split('-').at(-1));
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Passes on the one line of Chromium's error output that matters; the rest is about missing system services. */
function printsAddress(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}:\n${text}`)));
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      if (text === 'printed') return;
      text += chunk;
      const line = /^DevTools listening on ws:.*$/m.exec(text)?.[0];
      if (line === undefined) return;
      text = 'printed';
      process.stderr.write(`${line}\n`);
      resolve();
    });
  });
}

import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { findElectron } from '../../../scripts/desktopPackages/electronBinary.ts';

const STAND_IN = resolve('tests/desktop/standin/electron');

/** The program that the desktop tests run the app on. */
export interface DesktopHost {
  executablePath: string;
  isElectron: boolean;
  /** "Electron 45.4.1" or "stand-in (not Electron)" */
  name: string;
}

/**
 * Returns Electron: the program that the variable ELECTRON names, or the one of the package `electron` if its binary was
 * downloaded. Otherwise returns the stand-in: docs/desktop-testing.md.
 */
export function findDesktopHost(): DesktopHost {
  const electron = findElectron();
  if (electron && electron.path !== STAND_IN) return { executablePath: electron.path, isElectron: true, name: electron.name };
  return { executablePath: STAND_IN, isElectron: false, name: 'stand-in (not Electron)' };
}

/** Starts a display without a screen. Sets DISPLAY for this process and its children. */
export async function startDisplay(): Promise<ChildProcess> {
  // Without -noreset it starts anew when the last window closes, and refuses the next one meanwhile.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const output = server.stdio[3] as Readable;
  const number = await new Promise<string>((done, fail) => {
    server.once('error', fail).once('exit', (code) => fail(new Error(`Xvfb ended with ${code}.`)));
    output.once('data', (chunk: Buffer) => done(chunk.toString().trim()));
  });
  process.env['DISPLAY'] = `:${number}`;
  return server;
}

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { installMonero } from '../../../scripts/nodes/monerod.ts';
import { quickFolder } from '../../../scripts/site/quickFolder.ts';
import { mineMoneroChain } from './mineMoneroChain.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of a mined chain; '' without tests of Monero. Only this file uses it. */
    moneroChain: string;
  }
}

/** A wallet with fewer blocks searches for minutes for outputs among which its own can hide. What miners get unlocks after 60 blocks. */
const FIRST_BLOCKS = 150;
const READY = 'ready';
const TIMEOUT_MS = 300_000;

/** Runs once before the tests. With tests of Monero, it installs the programs and mines a chain in the background, which each file copies. */
export function setup(project: TestProject): (() => void) | undefined {
  project.provide('moneroChain', '');
  if (!process.env['ALL_TESTS']) return undefined;
  installMonero();
  const folder = mkdtempSync(join(quickFolder(), 'causeway-monero-chain-'));
  project.provide('moneroChain', folder);
  mineMoneroChain(folder, FIRST_BLOCKS).then(
    () => writeFileSync(join(folder, READY), ''),
    (error: unknown) => writeFileSync(join(folder, READY), String(error)),
  );
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Returns the folder of the mined chain, once it is complete. */
export async function minedChain(): Promise<string> {
  const folder = inject('moneroChain');
  if (folder === '') throw new Error('Tests of Monero run with npm test -- --all.');
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await delay(100)) {
    if (!existsSync(join(folder, READY))) continue;
    const failure = readFileSync(join(folder, READY), 'utf8');
    if (failure !== '') throw new Error(failure);
    return folder;
  }
  throw new Error('the chain was not mined in time');
}

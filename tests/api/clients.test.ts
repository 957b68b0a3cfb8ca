import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApiHost, type ApiHost } from './host.ts';
import { FOLDER } from './packages.ts';
import type { ExchangeWith } from './clients/exchange.ts';

const GENERATED = join(FOLDER, 'dist');
const DOCUMENT = join(GENERATED, 'openapi.json');

let host: ApiHost;
let url: string;

/** Runs a command, and throws with its output if it fails. */
async function run(command: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(command, args).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${command} failed:\n${error.stdout ?? ''}${error.stderr ?? ''}`);
  });
}
const generator = (name: string): string => join(FOLDER, 'node_modules/.bin', name);

/** The generated modules exist only now, so a static import would fail. */
const clientNamed = async (name: string): Promise<{ exchange: ExchangeWith }> =>
  (await import(join(FOLDER, 'clients', `${name}.ts`))) as { exchange: ExchangeWith };

beforeAll(async () => {
  host = await startApiHost();
  url = await host.app.listen({ host: '127.0.0.1', port: 0 });
  rmSync(GENERATED, { recursive: true, force: true });
  mkdirSync(GENERATED);
  writeFileSync(DOCUMENT, await (await fetch(`${url}/api/openapi.json`)).text());
  await Promise.all([
    run(generator('openapi-typescript'), [DOCUMENT, '--output', join(GENERATED, 'openapiTypescript.ts')]),
    run(generator('openapi-ts'), [
      '--input',
      DOCUMENT,
      '--output',
      join(GENERATED, 'heyApi'),
      '--client',
      '@hey-api/client-fetch',
    ]),
  ]);
});
afterAll(() => host.stop());

test('compiles the generated clients with the code that uses them', async () => {
  await run(resolve('node_modules/.bin/tsc'), ['-p', join(FOLDER, 'clients')]);
});

test.each(['openapiFetch', 'heyApi'])('creates, repeats, reads and follows an order with %s', async (name) => {
  const { exchange } = await clientNamed(name);
  const { orderId, repeatedOrderId, finalStatus, errorCode } = await exchange(url);
  expect(orderId).toMatch(/^[\w-]{22}$/);
  expect(repeatedOrderId).toBe(orderId);
  expect({ finalStatus, errorCode }).toEqual({ finalStatus: 'COMPLETED', errorCode: 'ERR_NOT_FOUND_E' });
});

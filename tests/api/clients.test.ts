import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GenerateApiKeyOutput } from '../../contract/schemas/apiKeys.ts';
import { signUp } from '../../server/accounts/testing/customers.ts';
import { startApiHost, type ApiHost } from './host.ts';
import { FOLDER } from './packages.ts';
import type { ApiKey, ExchangeWith } from './clients/exchange.ts';

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
const importClient = async (name: string): Promise<unknown> => await import(join(FOLDER, 'clients', `${name}.ts`));
const clientNamed = async (name: string) => (await importClient(name)) as { exchange: ExchangeWith };
type Partner = { refundAsPartner(baseUrl: string, key: ApiKey): Promise<{ reads: number[]; status: string | undefined }> };

async function createApiKey(): Promise<ApiKey> {
  const { userId, headers } = await signUp(host.app, 'partner@example.com');
  await host.prove(userId);
  const call = { method: 'POST', url: '/api/v1/users/generate-api-key', payload: { name: 'Shop' }, headers } as const;
  const { apiKey, secret } = (await host.app.inject(call)).json<GenerateApiKeyOutput>();
  return { apiId: apiKey.apiId, secret };
}

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

test('signs every call of a client in one place, and asks for a refund without an order token', async () => {
  const { refundAsPartner } = (await importClient('partner')) as Partner;
  const { reads, status } = await refundAsPartner(url, await createApiKey());
  expect(reads).toEqual([200, 200, 200, 200, 200, 200]);
  expect(status).toBe('REFUND_REQUESTED');
});

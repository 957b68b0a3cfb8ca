import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ErrorBody } from '../../contract/errors.ts';
import type { Instrument, PairsOutput } from '../../contract/schemas/instruments.ts';
import { createHost, type Host } from '../../server/createHost.ts';
import { parseEnvironment } from '../../server/env.ts';
import { openDatabase } from '../../server/db/openDatabase.ts';
import { runOperatorCommand } from '../../server/operator/cli/runOperatorCommand.ts';
import { createLogger } from '../../server/common/log.ts';
import { openContext } from '../drills/support/exchange.ts';

/** The whole host, and the switches that `npm run operator -- pause` writes. */
let folder: string;
let host: Host;
let stop: () => Promise<void>;

const environmentOf = () => ({ DATA_DIR: folder, SANDBOX: 'allow', EMBEDDED_CHAIN_SPEED: '3000' });

async function pause(...words: string[]): Promise<void> {
  const database = await openDatabase(parseEnvironment(environmentOf()), createLogger('silent'));
  await runOperatorCommand(await openContext(environmentOf(), database), ['pause', ...words]);
  await database.destroy();
}

async function start(): Promise<void> {
  host = await createHost(parseEnvironment(environmentOf()), createLogger('silent'));
  stop = await host.start();
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switches-'));
});
afterEach(async () => {
  await stop();
  await host.app.close();
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

async function get<Answer>(url: string): Promise<Answer> {
  return (await host.app.inject({ method: 'GET', url, headers: { host: 'localhost' } })).json<Answer>();
}

const rate = (from: string, to: string): string =>
  `/api/v2/rates/public/one?instrumentFromSlug=${from}&instrumentToSlug=${to}&rateMode=FLOATING&claimedDepositAmount=0.05`;

test('gives the reason for a closed side in lists, pairs and rates, and keeps the other side open', async () => {
  await pause('instrument', 'eth', 'receive', 'NO_RESERVE');
  await pause('network', 'litecoin', 'both', 'NETWORK_CONGESTED');
  await start();
  const instruments = await get<Instrument[]>('/api/v2/instruments/public?all=true');
  expect(instruments.find(({ slug }) => slug === 'eth')).toMatchObject({
    isActive: true,
    activeToSend: true,
    activeToReceive: false,
    receiveInactiveReason: 'NO_RESERVE',
  });
  expect(instruments.find(({ slug }) => slug === 'ltc')).toMatchObject({ isActive: false, inactiveReason: 'NETWORK_CONGESTED' });
  const pairs = await get<PairsOutput>('/api/v2/pairs/public');
  expect(pairs.inactiveToReceive).toEqual(['eth']);
  expect(pairs.instruments).not.toContain('ltc');
  expect(await get<ErrorBody>(rate('btc', 'eth'))).toMatchObject({
    code: 'ERR_PAIR_NOT_ACTIVE',
    details: { instrumentSlug: 'eth', side: 'receive', reason: 'NO_RESERVE' },
  });
  expect(await get(rate('eth', 'btc'))).toMatchObject({ instrumentFrom: { slug: 'eth' } });
});

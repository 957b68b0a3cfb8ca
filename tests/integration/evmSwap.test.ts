import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quickFolder } from '../../scripts/site/quickFolder.ts';
import {
  compare,
  fromBaseUnits,
  roundToDecimal,
  subtract,
  toBaseUnits,
  amount as exact,
  type Decimal,
} from '../../contract/money.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { createHost, type Host } from '../../server/createHost.ts';
import { createLogger } from '../../server/common/log.ts';
import { createEvmWallet } from '../../server/ports/chain/evm/evmWallet.ts';
import { readSeedFile } from '../../server/ports/chain/wallet/seedFile.ts';
import { createAppApi } from '../support/appApi.ts';
import type { SiteApi } from '../support/browser/siteApi.ts';
import { startAnvil, type Anvil } from '../support/nodes/anvil.ts';
import { contractAddress, EVM_CHAIN_ID, EVM_NETWORK, testWallet } from '../support/nodes/evmGateway.ts';
import { createTestPorts, parseTestEnvironment } from '../support/testPorts.ts';
import { makeOrder } from '../support/samples/makeOrder.ts';

const TOKEN = 'usdterc20';
const TOKEN_DECIMALS = 6;
const CONFIRMATIONS = 12;
const MOST_SECONDS = 60;

const has = (kind: string) => (order: Order) => order.orderEvents.some((event) => event.kind === kind);

/** Runs the whole API host on a real EVM node, as a customer: only through public calls. */
describe('A swap on a real EVM node', () => {
  let anvil: Anvil;
  let host: Host;
  let api: SiteApi;
  let stop: () => Promise<void>;
  let directory: string;
  let treasury: Address;

  beforeAll(async () => {
    directory = await mkdtemp(join(quickFolder(), 'causeway-evm-'));
    anvil = await startAnvil({ chainId: EVM_CHAIN_ID, mining: 'manual' });
    const seedFile = join(directory, 'seed');
    await writeFile(seedFile, '5a'.repeat(32));
    await chmod(seedFile, 0o600);
    treasury = createEvmWallet(await readSeedFile(seedFile)).addressAt(0);
    await anvil.fund(treasury, '100');
    const units = toBaseUnits('1000000', TOKEN_DECIMALS);
    await anvil.installToken(contractAddress(TOKEN), [
      { owner: treasury, units },
      { owner: anvil.customer, units },
    ]);
    await anvil.mine(1);
    const networksFile = join(directory, 'networks.json');
    await writeFile(networksFile, JSON.stringify([{ networkSlug: EVM_NETWORK, rpcUrls: [anvil.url], chainId: EVM_CHAIN_ID }]));
    const environment = parseTestEnvironment({
      DATA_DIR: directory,
      SEED_FILE: seedFile,
      LOCAL_NETWORKS_FILE: networksFile,
    });
    host = await createHost(environment, createLogger(process.env['LOG_LEVEL'] ?? 'silent'), createTestPorts);
    stop = await host.start();
    api = createAppApi(host.app);
  });
  afterAll(async () => {
    await host?.app.close();
    await stop?.();
    await host?.close();
    anvil.stop();
    await rm(directory, { recursive: true });
  });

  const holds = async (owner: Address, slug: 'eth' | typeof TOKEN): Promise<Decimal> =>
    slug === TOKEN
      ? fromBaseUnits(await anvil.tokensOf(contractAddress(TOKEN), owner), TOKEN_DECIMALS)
      : fromBaseUnits(await anvil.coinsOf(owner), 18);

  const create = (from: string, to: string, amount: Decimal, destinationAddress: Address): Promise<Order> =>
    makeOrder(api, { from, to, amount, rateMode: 'FLOATING', destinationAddress, refundAddress: anvil.customer });

  /** Mines for a second while the host works. */
  async function mineOn(): Promise<void> {
    for (let block = 0; block < 4; block += 1) {
      await anvil.mine(1);
      await delay(250);
    }
  }

  /** Mines until the order matches. Polls within the rate limit of one client. */
  async function until({ orderId, destinationAddress }: Order, isReached: (order: Order) => boolean): Promise<Order> {
    for (let second = 0; second < MOST_SECONDS; second += 1) {
      const order = await api.call('orders.publicInfo', { orderId, destinationAddress });
      if (isReached(order)) return order;
      await mineOn();
    }
    throw new Error('the order does not get on');
  }

  it('exchanges the native coin for a token', async () => {
    const destination = testWallet.addressAt(701);
    const order = await create('eth', TOKEN, '0.5', destination);
    expect(order.minConfirmationsToWithdraw).toBe(CONFIRMATIONS);
    await anvil.pay(order.depositAddress as Address, '0.5');
    const seen = await until(order, has('INCOMING_FUNDS_DETECTED'));
    expect(seen.deposits).toMatchObject([{ amount: '0.5' }]);
    const done = await until(order, has('WITHDRAWAL_COMPLETED'));
    const received = await holds(destination, TOKEN);
    expect(done.withdrawals).toMatchObject([{ amount: received }]);
    const difference = subtract(received, order.amountToGet).replace('-', '');
    expect(compare(difference, roundToDecimal(exact(order.amountToGet).times(exact('0.02')), 6, 'up'))).toBe(-1);
    expect(done.orderEvents.map(({ kind }) => kind)).toEqual([
      'CREATION_END',
      'DEPOSIT_REGISTERED',
      'INCOMING_FUNDS_DETECTED',
      'FUNDS_WITHDRAWAL_START',
      'WITHDRAWAL_COMPLETED',
    ]);
  });

  it('exchanges a token for the native coin, and sweeps the token with gas from the treasury', async () => {
    const destination = testWallet.addressAt(702);
    const order = await create(TOKEN, 'eth', '1500', destination);
    const deposit = order.depositAddress as Address;
    await anvil.payToken(contractAddress(TOKEN), deposit, toBaseUnits('1500', TOKEN_DECIMALS));
    const before = await holds(treasury, TOKEN);
    const done = await until(order, has('WITHDRAWAL_COMPLETED'));
    expect(done.withdrawals).toMatchObject([{ amount: await holds(destination, 'eth') }]);
    expect(compare(await holds(destination, 'eth'), '0')).toBe(1);
    for (let second = 0; second < MOST_SECONDS && (await holds(deposit, TOKEN)) !== '0.000001'; second += 1) await mineOn();
    // One base unit stays, so that no refunded gas stays instead.
    expect(await holds(deposit, TOKEN)).toBe('0.000001');
    expect(subtract(await holds(treasury, TOKEN), before)).toBe('1499.999999');
  });
});

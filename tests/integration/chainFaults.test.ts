import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import { addressIndex } from '../../server/common/addressIndex.ts';
import { expect, onTestFinished, test } from 'vitest';
import { createEmbeddedChainStore } from '../../server/db/repositories/embeddedChainStore.ts';
import { amount, compare, subtract, sum } from '../../contract/money.ts';
import type { ChainGateway } from '../../server/ports/chain/chainGateway.ts';
import type { ChainBreakMode } from '../../server/ports/chain/embedded/failureMode.ts';
import { createEmbeddedChains } from '../../server/ports/chain/embedded/embeddedChains.ts';
import { createRandom } from '../../server/ports/market/embedded/random.ts';
import {
  catalogue,
  ledgerAccounts,
  ledgerSums,
  readOrder,
  makeOrder,
  startOrderHost,
} from '../../server/orders/testing/orderHost.ts';
import type { MadeOrder } from '../../server/orders/testing/orderHost.ts';

/** Orders on embedded networks with random faults. */
const PRICES = new Map(Object.entries({ BTC: '60000', USDT: '1', TRX: '0.3' }));
const ORDERS = 6;
const STEPS = 90;
/** HD index of the first customer's destination. It has the same seed, so that its balance can be read. */
const FIRST_DESTINATION = 50_000;
/** Deepest reorg: one less than the confirmations, because deeper ones are outside the guarantee. */
const DEEPEST = { bitcoin: 1, tron: 18 } as const;
const NETWORKS = ['bitcoin', 'tron'] as const;
const MODES: readonly ChainBreakMode[] = ['down', 'refuse', 'lossy', 'lag', 'stuck', 'overstate', 'invent', 'hide'];

async function open() {
  const host = await startOrderHost();
  const chains = createEmbeddedChains({
    store: createEmbeddedChainStore(host.database),
    catalogue,
    usdPrice: (symbol) => PRICES.get(symbol),
    speed: 60,
    now: host.context.now,
  });
  await chains.prepare();
  const gateways = new Map<string, ChainGateway>();
  for (const slug of NETWORKS) gateways.set(slug, chains.gateways.get(slug) ?? expect.fail(slug));
  Object.assign(host.context, { gateways });
  const gatewayOf = (slug: (typeof NETWORKS)[number]) => gateways.get(slug) ?? expect.fail(slug);
  return { host, controls: chains.controls, gatewayOf };
}

test.each([1, 2, 3, 4])(
  'pays every customer exactly once despite reorgs, replacements and lying nodes (seed %i)',
  async (seed) => {
    const { host, controls, gatewayOf } = await open();
    onTestFinished(() => host.close());
    const below = createRandom(seed, 'faults');
    const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] ?? expect.fail('nothing to pick from');
    const held = await gatewayOf('tron').balance(TREASURY_INDEX, 'usdttrc20');

    const orders: MadeOrder[] = [];
    for (let number = 0; number < ORDERS; number += 1) {
      const { address } = await gatewayOf('tron').addressAt(addressIndex(FIRST_DESTINATION + number));
      orders.push(await makeOrder(host, { amount: '0.1', destination: address }));
    }
    const isPaidFor = async ({ order }: MadeOrder): Promise<boolean> =>
      (await controls.recentTransfers(1_000)).some(({ toAddress }) => toAddress === order.depositAddress);
    const pay = async (made: MadeOrder): Promise<void> => {
      if (await isPaidFor(made)) return;
      const { depositAddress } = made.order;
      await controls.send({ instrumentSlug: 'btc', toAddress: depositAddress, memo: null, amount: '0.1' }).catch(() => undefined);
    };
    const faults: (() => Promise<unknown>)[] = [
      () => pay(pick(orders)),
      () => pay(pick(orders)),
      () => controls.mine('bitcoin', 1 + below(2)),
      () => controls.mine('tron', 1 + below(12)),
      () => controls.reorganise('bitcoin', DEEPEST.bitcoin, pick(['return', 'vanish', 'doubleSpend'])),
      () => controls.reorganise('tron', 1 + below(DEEPEST.tron), pick(['return', 'vanish', 'doubleSpend'])),
      () => controls.replaceWaiting(pick(NETWORKS), pick(['same', 'conflicting'])),
      () => controls.breakNetwork(pick(NETWORKS), pick(MODES)),
      () => controls.mend(),
      () => controls.setFeeFactor(pick(NETWORKS), pick(['1', '5'])),
    ];
    for (let step = 0; step < STEPS; step += 1) {
      await pick(faults)();
      await host.tick();
    }
    await controls.mend();
    for (const made of orders) await pay(made);
    // Delayed work is retried within ten minutes.
    for (let round = 0; round < 40; round += 1) {
      await controls.mine('bitcoin', 1);
      host.advanceClock(60_000);
      await host.tick();
    }

    const arrived: string[] = [];
    for (const [number, made] of orders.entries()) {
      const order = await readOrder(host, made);
      expect(order.orderEvents.at(-1)?.kind).toBe('WITHDRAWAL_COMPLETED');
      const balance = await gatewayOf('tron').balance(addressIndex(FIRST_DESTINATION + number), 'usdttrc20');
      expect(order.withdrawals).toMatchObject([{ amount: balance }]);
      arrived.push(balance);
    }
    expect(await gatewayOf('tron').balance(TREASURY_INDEX, 'usdttrc20')).toBe(subtract(held, sum(arrived)));
    expect(Object.values(await ledgerSums(host)).every((total) => amount(total).eq(amount('0')))).toBe(true);
    const accounts = await ledgerAccounts(host);
    expect(compare(accounts['IN_TRANSIT usdttrc20'] ?? '0', '0')).toBe(0);
  },
  60_000,
);

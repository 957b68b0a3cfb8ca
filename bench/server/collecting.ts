import { getAddress, type Address, type Hex } from 'viem';
import type { Decimal } from '../../contract/money.ts';
import { ADDRESSES, catalogue, makeOrder, startOrderHost, type OrderHost } from '../../server/orders/testing/orderHost.ts';
import { startAnvil, type Anvil } from '../../tests/support/nodes/anvil.ts';
import {
  contractAddress,
  EVM_CHAIN_ID,
  EVM_NETWORK,
  payment,
  testGateway,
  TREASURY,
} from '../../tests/support/nodes/evmGateway.ts';
import type { Figure } from '../measure.ts';

const ORDERS = 100;
/** So many deposits one transaction collects at most. */
const BATCH = 20;
/** The highest refund of gas, a fifth, is in this factor: anvil refunds too much for addresses that were never used. */
const MOST_REFUNDED = 1.25;
const TOKEN = 'usdterc20';
const DEPOSIT_USD = '500';
const UNITS = 500_000_000n;
const ETH_USD = 3_000;
/** Constant, so that all transfers pay the same price for gas. */
const BASE_FEE = 20_000_000_000n;
const WEI = 1e18;
/** A base unit of the token, in USD. */
const UNIT_USD = 1e-6;
const MOST_ROUNDS = 80;

/** Costs in USD of collecting deposits, each at an address of its own */
interface Costs {
  /** Paid in fees, for all of them */
  spent: number;
  /** What stays at the deposit addresses */
  left: number;
  /** One transfer of the token to a new holder, and one to a holder */
  transfers: readonly [number, number];
}

/**
 * The network cost of collecting token deposits on a real EVM node, next to a plain transfer of the same token. All costs count: top-ups,
 * sweeps, batches, and what stays at the deposit addresses.
 */
export async function measureCollecting(): Promise<Figure[]> {
  const alone = await collect(ORDERS, false);
  const batched = await collect(BATCH, true);
  const each = (batched.spent / BATCH) * MOST_REFUNDED;
  return [
    {
      name: 'network cost of collecting a token deposit',
      unit: 'USD',
      ours: alone.spent / ORDERS,
      floor: alone.transfers[0],
      target: { kind: 'atMostFloor', times: 1.5 },
      note: 'top-up, sweep and what stays behind, at 20 gwei and 3,000 USD; the floor is one transfer to a new holder',
    },
    {
      name: `left at deposit addresses after ${ORDERS} orders`,
      unit: 'share',
      ours: alone.left / alone.spent,
      floor: null,
      target: { kind: 'atMost', value: 0.01 },
      note: `of the fees paid: ${alone.left.toFixed(4)} USD of ${alone.spent.toFixed(2)} USD`,
    },
    {
      name: `network cost of each of ${BATCH} token deposits in a batch`,
      unit: 'USD',
      ours: each,
      floor: batched.transfers[1],
      target: { kind: 'atMostFloor', times: 1.3 },
      note: 'an upper bound: anvil refunds too much gas; the floor is one transfer to a holder',
    },
    {
      name: `network cost of each of ${BATCH} token deposits in a batch, next to a sweep`,
      unit: 'USD',
      ours: each,
      floor: alone.spent / ORDERS,
      target: { kind: 'atMostFloor', times: 0.75 },
      note: 'the floor is a top-up and a sweep',
    },
  ];
}

async function collect(orders: number, collection: boolean): Promise<Costs> {
  const anvil = await startAnvil({ chainId: EVM_CHAIN_ID, mining: 'manual' });
  const host = await startOrderHost();
  try {
    const mine = await prepare(anvil);
    const gateway = testGateway(host.database, anvil, { collection });
    Object.assign(host.context, { gateways: new Map([...host.context.gateways, [EVM_NETWORK, gateway]]) });
    host.desk.maximum = '10000';
    // The treasury holds the token already, as a host in operation does.
    await anvil.payToken(contractAddress(TOKEN), TREASURY, UNITS);
    await mine(20);
    const coins = [await anvil.coinsOf(TREASURY)];
    for (const key of ['to a new holder', 'to a holder']) {
      await gateway.send(payment(key, '1', TOKEN));
      await mine(20);
      coins.push(await anvil.coinsOf(TREASURY));
    }
    const [before = 0n, afterFirst = 0n, afterSecond = 0n] = coins;
    if (gateway.collection) {
      const { to, data } = gateway.collection.deployment;
      await anvil.client.sendTransaction({ to: getAddress(to), data: data as Hex, chain: null });
      await mine(2);
    }

    const addresses = await payOrders(host, anvil, orders);
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      await mine(14);
      await gateway.monitor();
      host.advanceClock(10_000);
      host.chain('bitcoin').mine(3);
      await host.tick();
      if ((await countUnswept(host, orders)) === 0) break;
    }
    const unswept = await countUnswept(host, orders);
    if (unswept > 0) throw new Error(`${unswept} of ${orders} deposits are not swept`);

    const spent = usdOf(afterSecond - (await anvil.coinsOf(TREASURY)));
    const [wei, units] = await leftAt(anvil, addresses);
    return {
      spent,
      left: usdOf(wei) + Number(units) * UNIT_USD,
      transfers: [usdOf(before - afterFirst), usdOf(afterFirst - afterSecond)],
    };
  } finally {
    await host.close();
    anvil.stop();
  }
}

/** Installs the tokens and funds the treasury. Returns a function that mines blocks with the constant base fee. */
async function prepare(anvil: Anvil): Promise<(blocks: number) => Promise<void>> {
  for (const { network, contractAddress: contract } of catalogue.instruments.values()) {
    if (network === EVM_NETWORK && contract !== null) await anvil.installToken(getAddress(contract), []);
  }
  await anvil.installToken(contractAddress(TOKEN), [{ owner: anvil.customer, units: 10n ** 12n }]);
  await anvil.fund(TREASURY, '10');
  const mine = async (blocks: number): Promise<void> => {
    for (let block = 0; block < blocks; block += 1) {
      await anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: BASE_FEE });
      await anvil.mine(1);
    }
  };
  // Wallets read the base fee from the newest block.
  await mine(2);
  return mine;
}

/** Creates and pays the orders. Returns their deposit addresses. */
async function payOrders(host: OrderHost, anvil: Anvil, orders: number): Promise<Address[]> {
  const addresses: Address[] = [];
  const pair = { from: TOKEN, to: 'btc', amount: DEPOSIT_USD satisfies Decimal, destination: ADDRESSES.bitcoin };
  for (let count = 0; count < orders; count += 1) {
    // One client may have few unpaid orders: an hour passes.
    if (count % 50 === 49) host.advanceClock(3_700_000);
    const { order } = await makeOrder(host, { ...pair, refund: ADDRESSES.ethereum });
    const address = getAddress(order.depositAddress);
    await anvil.payToken(contractAddress(TOKEN), address, UNITS);
    addresses.push(address);
  }
  return addresses;
}

async function countUnswept({ database }: OrderHost, orders: number): Promise<number> {
  const done = await database.selectFrom('sweeps').select('order_id').where('state', '=', 'DONE').execute();
  return orders - done.length;
}

/** Returns the coins in wei and the base units of the token that the addresses hold. */
async function leftAt(anvil: Anvil, addresses: readonly Address[]): Promise<[bigint, bigint]> {
  let [coins, units] = [0n, 0n];
  for (const address of addresses) {
    coins += await anvil.coinsOf(address);
    units += await anvil.tokensOf(contractAddress(TOKEN), address);
  }
  return [coins, units];
}

/** Returns the value of wei in USD, for the report only. */
function usdOf(wei: bigint): number {
  return (Number(wei) / WEI) * ETH_USD;
}

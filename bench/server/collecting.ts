import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import { getAddress, type Address } from 'viem';
import type { Decimal } from '../../contract/money.ts';
import { ADDRESSES, catalogue, makeOrder, startOrderHost, type OrderHost } from '../../server/orders/testing/orderHost.ts';
import { startAnvil, type Anvil } from '../../tests/support/nodes/anvil.ts';
import {
  contractAddress,
  EVM_CHAIN_ID,
  EVM_NETWORK,
  STRANGER,
  testGateway,
  TREASURY,
} from '../../tests/support/nodes/evmGateway.ts';
import type { Figure } from '../measure.ts';

const ORDERS = 100;
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

/**
 * The network cost of collecting token deposits on a real EVM node, next to a plain transfer of the same token to a new holder. All
 * costs count: top-ups, sweeps, and what stays at the deposit addresses.
 */
export async function measureCollecting(): Promise<Figure[]> {
  const anvil = await startAnvil({ chainId: EVM_CHAIN_ID, mining: 'manual' });
  const host = await startOrderHost();
  try {
    const mine = await prepare(anvil);
    const gateway = testGateway(host.database, anvil);
    Object.assign(host.context, { gateways: new Map([...host.context.gateways, [EVM_NETWORK, gateway]]) });
    host.desk.maximum = '10000';
    // The treasury holds the token already, as a host in operation does.
    await anvil.payToken(contractAddress(TOKEN), TREASURY, UNITS);
    await mine(20);
    const before = await anvil.coinsOf(TREASURY);
    const plain = {
      idempotencyKey: 'plain',
      instrumentSlug: TOKEN,
      fromIndex: TREASURY_INDEX,
      toAddress: STRANGER,
      memo: null,
      amount: '1',
    };
    await gateway.send(plain);
    await mine(20);
    const afterPlain = await anvil.coinsOf(TREASURY);

    const addresses = await payOrders(host, anvil);
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      await mine(14);
      await gateway.monitor();
      host.advanceClock(10_000);
      host.chain('bitcoin').mine(3);
      await host.tick();
      if ((await countUnswept(host)) === 0) break;
    }
    const unswept = await countUnswept(host);
    if (unswept > 0) throw new Error(`${unswept} of ${ORDERS} deposits are not swept`);

    const spent = usdOf(afterPlain - (await anvil.coinsOf(TREASURY)));
    const plainCost = usdOf(before - afterPlain);
    const [coins, units] = await leftAt(anvil, addresses);
    const left = usdOf(coins) + Number(units) * UNIT_USD;
    return [
      {
        name: 'network cost of collecting a token deposit',
        unit: 'USD',
        ours: spent / ORDERS,
        floor: plainCost,
        target: { kind: 'atMostFloor', times: 1.5 },
        note: 'top-up, sweep and what stays behind, at 20 gwei and 3,000 USD; the floor is one transfer to a new holder',
      },
      {
        name: `left at deposit addresses after ${ORDERS} orders`,
        unit: 'share',
        ours: left / spent,
        floor: null,
        target: { kind: 'atMost', value: 0.01 },
        note: `of the fees paid: ${left.toFixed(4)} USD of ${spent.toFixed(2)} USD`,
      },
    ];
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
async function payOrders(host: OrderHost, anvil: Anvil): Promise<Address[]> {
  const addresses: Address[] = [];
  const pair = { from: TOKEN, to: 'btc', amount: DEPOSIT_USD satisfies Decimal, destination: ADDRESSES.bitcoin };
  for (let count = 0; count < ORDERS; count += 1) {
    // One client may have few unpaid orders: an hour passes.
    if (count % 50 === 49) host.advanceClock(3_700_000);
    const { order } = await makeOrder(host, { ...pair, refund: ADDRESSES.ethereum });
    const address = getAddress(order.depositAddress);
    await anvil.payToken(contractAddress(TOKEN), address, UNITS);
    addresses.push(address);
  }
  return addresses;
}

async function countUnswept({ database }: OrderHost): Promise<number> {
  const done = await database.selectFrom('sweeps').select('order_id').where('state', '=', 'DONE').execute();
  return ORDERS - done.length;
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

import { expect, onTestFinished, test } from 'vitest';
import { fromBaseUnits } from '../../contract/money.ts';
import { createLogger } from '../../server/common/log.ts';
import { findOutboxRow } from '../../server/db/repositories/outbox.ts';
import { PAYOUTS_STOPPED } from '../../server/db/repositories/switches.ts';
import {
  countReceived,
  MAX_RETRY_DELAY_MS,
  mineAndTick,
  readStatus,
  reconcileNow,
  runOperator,
} from '../../server/orders/testing/hostActions.ts';
import { ADDRESSES, LITECOIN, makeOrder, startOrderHost } from '../../server/orders/testing/orderHost.ts';
import { countTreasuries } from '../../server/reconcile/balances.ts';
import { createRecoveryWatch } from '../../server/recovery/recoveryWatch.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { EVM_NETWORK, installTokens, payment, testGateway, testWallet, TREASURY } from '../support/nodes/evmGateway.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';

const NO_MARK = { value: () => null, raise: () => Promise.resolve() };
/** As many blocks as make a payment final, and more */
const FINAL = 20;
/** Longer than a fixed rate is held */
const TOO_LATE_MS = 21 * 60_000;

/** Deposits arrive at an address of their own, in a wallet of the treasury, and at the treasury's one address with a memo. */
test.each([
  { network: 'bitcoin', from: 'btc', amount: '0.1', refund: ADDRESSES.bitcoin },
  { network: 'litecoin', from: 'ltc', amount: '10', refund: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' },
  { network: 'ripple', from: 'xrp', amount: '1000', refund: ADDRESSES.ripple },
])('an order on $network that was paid out on a real EVM network is not refunded by old books', async (deposit) => {
  const { network, from, amount, refund } = deposit;
  const anvil = await freshAnvil();
  const [host, newer] = await Promise.all([startOrderHost({}, undefined, [LITECOIN]), openMemoryDatabase()]);
  onTestFinished(async () => {
    await Promise.all([host.close(), newer.destroy()]);
  });
  await anvil.fund(TREASURY, '100');
  await anvil.mine(1);
  await installTokens(anvil);
  const gateway = testGateway(host.database, anvil);
  const gateways = new Map([...host.context.gateways, [EVM_NETWORK, gateway] as const]);
  Object.assign(host.context, { gateways });
  const watch = createRecoveryWatch({ ...host.context, mark: NO_MARK, gateways, log: createLogger('silent') });
  await watch.check();
  await countTreasuries(host.context);
  const newerBooks = testGateway(newer, anvil);
  await newerBooks.records.count();
  const say = async (words: string) => await runOperator(host, ...words.split(' '));
  const run = async (): Promise<void> => await mineAndTick(host, [network], 4);

  const destination = testWallet.addressAt(700);
  const made = await makeOrder(host, { from, amount, refund, to: 'eth', destination, rateMode: 'FIXED' });
  host.advanceClock(TOO_LATE_MS);
  host.chain(network).pay({ address: made.order.depositAddress, memo: made.order.depositAddressMemo }, from, amount);
  await run();
  expect(await readStatus(host, made)).toBe('DECISION_NEEDED');
  // In the newer books the customer accepted a rate, and was paid.
  const paid = made.order.guarantee?.document.amountToGet ?? expect.fail('no guarantee');
  await newerBooks.send({ ...payment('the payout', paid), toAddress: destination });
  await anvil.mine(FINAL);
  for (let round = 0; round < 3; round += 1) await watch.check();
  expect(watch.list()).toMatchObject([{ network: EVM_NETWORK, reason: 'BOOKS_BEHIND' }]);

  const id = `REFUND:${made.order.orderId}`;
  await say(`refund ${made.order.orderId} ${refund}`);
  await run();
  expect(await findOutboxRow(host.database, id)).toMatchObject({ state: 'PENDING', reason: PAYOUTS_STOPPED });
  expect(await say(`explain ${EVM_NETWORK} 0 own mine`)).toContain(`it may be ${id}, which would be paid again`);
  expect(await say(`adopt ${EVM_NETWORK} 0 ${id}`)).toContain(`${id} has ended`);
  await watch.check();
  await gateway.monitor();
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await run();
  expect([countReceived(host, network, refund), await readStatus(host, made)]).toEqual([0, 'COMPLETED']);
  expect(fromBaseUnits(await anvil.coinsOf(destination), 18)).toBe(paid);
  expect(await reconcileNow(host)).toEqual([]);
  expect(await say(`confirm ${EVM_NETWORK}`)).toContain('Confirmed:');
  expect(await say(`open ${EVM_NETWORK}`)).toContain('Open:');
  await run();
  expect(countReceived(host, network, refund)).toBe(0);
});

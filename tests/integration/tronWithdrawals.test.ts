import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_RETRY_DELAY_MS, reconcileNow } from '../../server/orders/testing/hostActions.ts';
import { startOrderHost, ADDRESSES } from '../../server/orders/testing/orderHost.ts';
import { hexOf } from '../../server/ports/chain/tron/tronCalls.ts';
import { countTreasuries } from '../../server/reconcile/balances.ts';
import { createRecoveryWatch } from '../../server/recovery/recoveryWatch.ts';
import { addCustomer, credit, withdrawalsOf } from '../../server/withdrawals/testing/withdrawalHost.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { tokenBalance } from '../support/nodes/tron/ledger.ts';
import {
  startTronStandin,
  testTronGateway,
  tronPayment,
  USDT,
  USDT_CONTRACT,
  TRON,
  type TronStandin,
} from '../support/nodes/tron/tronStandin.ts';

/** A block is solid when so many newer ones follow. */
const SOLID = 19;

const received = ({ chain }: TronStandin, address: string): bigint =>
  tokenBalance(chain.head().after, USDT_CONTRACT, hexOf(address));

describe('A withdrawal of earnings on stand-in TRON nodes', () => {
  /** Starts a host whose TRON is the stand-in's, and whose customer has withdrawn 60 USDT. */
  async function start() {
    const standin = await startTronStandin();
    const host = await startOrderHost();
    onTestFinished(async () => {
      await host.close();
      await standin.close();
    });
    const { database, context, desk } = host;
    const gateway = testTronGateway(database, standin.urls, { now: context.now });
    Object.assign(context, { gateways: new Map([...context.gateways, [TRON, gateway]]) });
    const watch = createRecoveryWatch({
      ...context,
      mark: { value: () => null, raise: () => Promise.resolve() },
      gateways: new Map([[TRON, gateway]]),
    });
    await watch.check();
    await countTreasuries(context);
    // What the network charges: 13.3785 TRX at 0.30 USD
    desk.fees.set(USDT, '4.02');
    const who = await addCustomer(database, context.now());
    await credit(context, who.userId, '100');
    const { withdraw } = withdrawalsOf(host, { rules: { minimum: '20', reviewAbove: '1000', waitMs: 0 } });
    await withdraw(who, { amount: '60' });
    const payments = async () => await database.selectFrom('outbox').select(['amount', 'state', 'reason']).execute();
    return { standin, host, gateway, watch, payments };
  }

  it('is paid in USDT, once', async () => {
    const { standin, host, gateway, payments } = await start();
    for (let round = 0; round < 4; round += 1) {
      await host.tick();
      await gateway.monitor();
      standin.chain.mine(8);
    }
    expect(received(standin, ADDRESSES.tron)).toBe(55_980_000n);
    expect(await payments()).toMatchObject([{ amount: '55.98', state: 'CONFIRMED' }]);
    const sent = await host.database.selectFrom('tron_sends').select(['amount', 'outcome']).execute();
    expect(sent).toEqual([{ amount: '55.98', outcome: 'CONFIRMED' }]);
  });

  it('is adopted, not paid again, when the books were restored from before it was paid', async () => {
    const { standin, host, watch, payments } = await start();
    const forgotten = await openMemoryDatabase();
    onTestFinished(() => forgotten.destroy());
    // What the host did after the backup was made
    const lost = testTronGateway(forgotten, standin.urls);
    await lost.send({ ...tronPayment('before the loss', '55.98'), toAddress: ADDRESSES.tron });
    standin.chain.mine(1);
    await host.tick();
    expect(await payments()).toMatchObject([{ state: 'PENDING' }]);
    standin.chain.mine(SOLID + 1);
    host.advanceClock(MAX_RETRY_DELAY_MS);
    await host.tick();
    expect(await payments()).toMatchObject([{ state: 'REFUSED', reason: 'BOOKS_BEHIND' }]);
    await watch.check();
    await watch.check();
    await watch.check();
    expect(await payments()).toMatchObject([{ state: 'SENT' }]);
    await host.tick(2);
    expect(await payments()).toMatchObject([{ state: 'CONFIRMED', amount: '55.98' }]);
    // Without the order that earned it: it has nothing but an id.
    expect((await reconcileNow(host)).filter(({ key }) => !key.includes('earned-'))).toEqual([]);
    expect(received(standin, ADDRESSES.tron)).toBe(55_980_000n);
  });
});

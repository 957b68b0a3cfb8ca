import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listOrderFingerprints } from '../../server/db/repositories/orderFingerprints.ts';
import { startMailHost, subscribe, type MailHost } from '../../server/mail/testing/mailHost.ts';
import { marketPriceOf } from '../../server/orders/lifecycle/orderFacts.ts';
import { isRateHeld, type RateTerms } from '../../server/orders/rules/isRateHeld.ts';
import { makeOrder, type MadeOrder } from '../../server/orders/testing/orderHost.ts';
import { createStore, DATABASES } from '../support/databases.ts';

describe.each(DATABASES)('order updates on %s', (kind) => {
  let host: MailHost;
  let made: MadeOrder;
  beforeEach(async () => {
    host = await startMailHost({}, await createStore(kind));
    made = await makeOrder(host, { rateMode: 'FIXED' });
  });
  afterEach(async () => await host.close());

  const fingerprint = async (): Promise<string> => {
    const now = host.context.now();
    const isHeld = (order: RateTerms) => isRateHeld(order, now, () => marketPriceOf(host.context, order, now));
    const [only] = await listOrderFingerprints(host.database, [made.order.orderId], now, isHeld);
    return only?.fingerprint ?? '';
  };
  const response = async () => {
    const { serverTime: _serverTime, ...shown } = await host.orders.publicInfo(made.order.orderId, made.destination);
    return JSON.stringify(shown);
  };

  test('changes the fingerprint whenever the response changes', async () => {
    const steps = [
      () => host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1'),
      () => host.chain('bitcoin').mine(),
      () => host.chain('bitcoin').mine(),
      () => host.chain('tron').mine(),
      () => host.chain('tron').mine(),
    ];
    let changes = 0;
    for (const step of [() => undefined, ...steps]) {
      step();
      for (let round = 0; round < 3; round += 1) {
        const before = { fingerprint: await fingerprint(), response: await response() };
        await host.tick();
        const after = { fingerprint: await fingerprint(), response: await response() };
        if (after.response !== before.response) {
          changes += 1;
          expect(after.fingerprint).not.toBe(before.fingerprint);
        }
      }
    }
    expect(changes).toBeGreaterThanOrEqual(5);
  });

  test('changes the fingerprint when the market leaves the limit of a fixed rate, and when it returns', async () => {
    const held = await fingerprint();
    host.desk.prices.set('btc', '59500');
    expect(await fingerprint()).toBe(held);
    host.desk.prices.set('btc', '59300');
    expect(await fingerprint()).not.toBe(held);
    host.desk.prices.set('btc', '60000');
    expect(await fingerprint()).toBe(held);
  });

  test('changes the fingerprint of an order that expires without a write', async () => {
    const before = await fingerprint();
    expect(await fingerprint()).toBe(before);
    host.advanceClock(21 * 60_000);
    const expired = await fingerprint();
    expect(expired).not.toBe(before);
    const { confirmBy, watchedUntil } = await host.orders.publicInfo(made.order.orderId, made.destination);
    // It also changes when a deposit can't be in a block in time any more (D55), and when the address is no longer watched.
    let last = expired;
    for (const time of [confirmBy, watchedUntil]) {
      host.advanceClock(Date.parse(time ?? '') - host.context.now());
      expect(await fingerprint()).toBe(last);
      host.advanceClock(1);
      expect(await fingerprint()).not.toBe(last);
      last = await fingerprint();
    }
  });

  test('lists the fingerprints of many orders and omits unknown ids', async () => {
    const ids = [made.order.orderId, ...Array.from({ length: 1_200 }, (_, index) => `none-${index}`)];
    const fingerprints = await listOrderFingerprints(host.database, ids, host.context.now());
    expect(fingerprints.map(({ orderId }) => orderId)).toEqual([made.order.orderId]);
  });

  test('sends each mail of an order once with two processes', async () => {
    await subscribe(host, made);
    const workers = [host.worker, host.otherWorker()];
    const round = async () => {
      await host.tick();
      await Promise.all(workers.map((worker) => worker.tick()));
      await Promise.all(workers.map((worker) => worker.tick()));
    };
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await round();
    for (const network of ['bitcoin', 'bitcoin', 'tron', 'tron']) {
      host.chain(network).mine();
      await round();
      await round();
    }
    expect(host.sent.map(({ subject }) => subject.replace(/ .*/, ''))).toEqual(['Your', '0.1', expect.stringMatching(/^5,9/)]);
  });
});

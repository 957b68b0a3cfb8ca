import { expect, test } from 'vitest';
import type { ApiError } from '../../../contract/errors.ts';
import { DATABASES } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { ADDRESSES, eventKinds, ledgerAccounts, ledgerSums, readOrder, makeOrder } from '../testing/orderHost.ts';

/** 100 rounds on SQLite; fewer on PostgreSQL, where each takes longer. */
const ROUNDS = { SQLite: 100, PostgreSQL: 10 };

test.each(DATABASES)(
  'again and again two tabs accept and refund at once, while the worker moves the order: one of them wins (D7), on %s',
  async (kind) => {
    const host = await startOrderHostOn(kind);
    const bitcoin = host.chain('bitcoin');
    const won = { accept: 0, refund: 0 };
    for (let round = 0; round < ROUNDS[kind]; round += 1) {
      const made = await makeOrder(host, { rateMode: 'FIXED', amount: '0.01' });
      host.advanceClock(21 * 60_000);
      bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.01');
      await host.tick();
      const { orderId, destinationAddress } = made.order;
      const info = await host.orders.refundInfo(orderId);
      const authority = { orderToken: made.token, clientAddress: null };
      const accept = () =>
        host.orders.acceptRateModeChange({ orderId, destinationAddress, quoteId: info.offer?.quoteId ?? '' }, authority);
      const refund = () =>
        host.orders.requestRefund(
          { orderId, destinationAddress, refundAmount: info.refundAmount ?? '', claimedNetworkFee: info.networkFee },
          authority,
        );
      // Either tab may be first, and sometimes a block is mined in between.
      if (round % 3 === 0) bitcoin.mine();
      const tabs = round % 2 === 0 ? [accept, refund] : [refund, accept];
      const [outcomes] = await Promise.all([Promise.allSettled(tabs.map((decide) => decide())), host.tick()]);
      const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as ApiError] : []));
      expect(
        lost.map(({ code }) => code),
        `round ${round}`,
      ).toEqual(['ERR_NOT_ACCEPTABLE']);
      for (let tick = 0; tick < 4; tick += 1) {
        for (const network of ['bitcoin', 'tron']) host.chain(network).mine(7);
        await host.tick();
      }
      const order = await readOrder(host, made);
      const isAccepted = eventKinds(order).includes('RATE_MODE_CHANGE_ACCEPTED');
      expect(eventKinds(order).at(-1), `round ${round}`).toBe(isAccepted ? 'WITHDRAWAL_COMPLETED' : 'REFUND_COMPLETED');
      won[isAccepted ? 'accept' : 'refund'] += 1;
    }
    expect(host.chain('tron').receivedBy(ADDRESSES.tron)).toHaveLength(won.accept);
    expect(bitcoin.receivedBy(ADDRESSES.bitcoin)).toHaveLength(won.refund);
    const accounts = await ledgerAccounts(host);
    for (const account of ['CUSTOMER btc', 'CUSTOMER usdttrc20', 'IN_TRANSIT btc', 'IN_TRANSIT usdttrc20']) {
      expect(accounts[account] ?? '0', account).toBe('0');
    }
    expect(new Set(Object.values(await ledgerSums(host)))).toEqual(new Set(['0']));
    await host.close();
  },
);

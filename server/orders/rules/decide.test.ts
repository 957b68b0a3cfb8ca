import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { compare } from '../../../contract/money.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import type { DepositRow, OrderRow } from '../../db/tables/orders.ts';
import { factsOf, marketPriceOf } from '../lifecycle/orderFacts.ts';
import { arbitrarySituation, orderIn, resetMarket, setMarket, type OrderSituation } from '../testing/arbitraryOrder.ts';
import { makeOrder, startOrderHost, type OrderHost } from '../testing/orderHost.ts';
import { decide, decideForCustomer, type Decision } from './decide.ts';
import { totalAmount } from './depositRules.ts';
import { isRateHeld } from './isRateHeld.ts';

const HOUR = 3_600_000;

let host: OrderHost;
let orders: Record<'FIXED' | 'FLOATING', OrderRow>;
beforeAll(async () => {
  host = await startOrderHost();
  const make = async (rateMode: 'FIXED' | 'FLOATING') => {
    const made = await makeOrder(host, { rateMode });
    return (await findOrder(host.database, made.order.orderId)) ?? expect.fail('no order');
  };
  orders = { FIXED: await make('FIXED'), FLOATING: await make('FLOATING') };
});
afterAll(async () => await host.close());
beforeEach(() => resetMarket(host.desk));

const rateMode = fc.constantFrom('FIXED' as const, 'FLOATING' as const);
/** A fixed seed, so that a failure is caused by a change and not by chance. */
const RUNS = { numRuns: 3_000, seed: 20_261_123 };

interface Case {
  order: OrderRow;
  deposits: readonly DepositRow[];
  now: number;
  acceptedAt: number | null;
}

function begin(mode: 'FIXED' | 'FLOATING', wanted: OrderSituation): Case {
  const now = host.context.now();
  setMarket(host.desk, wanted, now);
  const { order, deposits } = orderIn(orders[mode], wanted, now);
  return { order, deposits, now, acceptedAt: order.acceptance === null ? null : order.created_at };
}

/** Decides at another time, with the network scanned until then and all other facts unchanged. */
function decideAt({ order, deposits, now, acceptedAt }: Case, at: number, scannedUntil = at): Decision {
  const facts = factsOf(host.context, order, { scannedUntil: now, events: [], sends: [] });
  return decide(order, deposits, { ...facts, now: at, scannedUntil, acceptedAt });
}

const isMove = (decision: Decision): boolean => 'do' in decision && decision.do !== 'AMEND';

test('makes no other move before the time that a wait announces, and moves at that time', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(rateMode, arbitrarySituation, fc.double({ min: 0, max: 1, noNaN: true }), (mode, wanted, part) => {
      const one = begin(mode, wanted);
      const decision = decideAt(one, one.now);
      if (!('wait' in decision)) return;
      const { wait, until } = decision;
      seen.set(`${wait} ${until === null ? 'open' : 'until'}`, 1);
      if (until === null) {
        for (const later of [1, HOUR, 7 * HOUR, 25 * HOUR, 200 * HOUR])
          expect(isMove(decideAt(one, one.now + later)), wait).toBe(false);
        return;
      }
      expect(until).toBeGreaterThan(one.now);
      for (const before of [one.now + Math.floor((until - 1 - one.now) * part), until - 1]) {
        expect(decideAt(one, before)).toMatchObject({ wait, until });
      }
      const then = decideAt(one, until);
      if (wait === 'DEPOSIT') expect(then).toEqual({ wait: 'EXPIRED', until: null });
      else if (wait === 'DECISION') expect(['AMEND', 'REQUEST_REFUND']).toContain('do' in then && then.do);
      else expect(then).toMatchObject({ do: 'ASK' });
    }),
    RUNS,
  );
  // The generator reaches every wait of an order without a payment.
  expect([...seen.keys()].toSorted()).toEqual([
    'CONFIRMATIONS open',
    'CONFIRMATIONS until',
    'DECISION open',
    'DECISION until',
    'DEPOSIT until',
    'EXPIRED open',
    'NETWORK until',
    'PRICE until',
    'REFUND_BLOCKED open',
    'REST until',
  ]);
});

test('asks nobody for the rest of a deposit before the deposit network is scanned up to the deadline', () => {
  let waiting = 0;
  fc.assert(
    fc.property(rateMode, arbitrarySituation, (mode, wanted) => {
      const one = begin(mode, wanted);
      const { expires_at: deadline, status, claimed_deposit_amount: claimed } = one.order;
      const behind = decideAt(one, one.now, deadline);
      if (one.now <= deadline) {
        expect(behind).toEqual(decideAt(one, one.now));
        return;
      }
      const isShort = one.deposits.length > 0 && compare(totalAmount(one.deposits), claimed) < 0;
      const complete = decideAt(one, one.now);
      if (!isShort || status !== 'AWAITING_DEPOSIT' || !('do' in complete) || complete.do !== 'ASK') return;
      // The other reasons don't depend on what may still be found.
      if (complete.reason !== 'BELOW_MINIMUM' && complete.reason !== 'WRONG_DEPOSIT_AMOUNT') return;
      expect(behind).toMatchObject({ wait: 'DEPOSIT_NETWORK', until: null });
      waiting += 1;
    }),
    RUNS,
  );
  expect(waiting).toBeGreaterThan(20);
});

test('looks at a requested refund in every round while the deposit behind confirmed dust is on its way', () => {
  const [dust, paid] = [
    { share: '0.005', when: 0, state: 'BOOKED' },
    { share: '1', when: 0, state: 'PENDING' },
  ] as const;
  const situation = fc.sample(arbitrarySituation, { numRuns: 1, seed: 1 })[0] ?? expect.fail('no situation');
  const wanted = { ...situation, status: 'REFUND_REQUESTED', isFundsDetected: true, agreedRefundFee: '0.04' } as const;
  const decideAbout = (deposits: OrderSituation['deposits']) => {
    const one = begin('FLOATING', { ...wanted, deposits });
    return decideAt(one, one.now);
  };
  expect(decideAbout([dust, paid])).toEqual({ wait: 'CONFIRMATIONS', until: null });
  expect(decideAbout([dust])).toMatchObject({ wait: 'REFUND_BLOCKED', checkAt: host.context.now() + HOUR / 6 });
  expect(decideAbout([dust, { ...paid, state: 'BOOKED' }])).toMatchObject({ do: 'REFUND', refund: { amount: '0.0605' } });
});

test('publishes a held rate exactly when a deposit that is seen now would keep it', () => {
  fc.assert(
    fc.property(arbitrarySituation, (wanted) => {
      const { order, now } = begin('FIXED', {
        ...wanted,
        status: 'AWAITING_DEPOSIT',
        isSeen: true,
        isLocked: false,
        deposits: [],
      });
      const paid = { share: '1', when: 1, state: 'PENDING' } as const;
      const { deposits } = orderIn(orders.FIXED, { ...wanted, deposits: [paid] }, now);
      const held = isRateHeld(order, now, () => marketPriceOf(host.context, order, now));
      if (now > order.expires_at) {
        expect(held).toBeNull();
        return;
      }
      const decision = decideForCustomer(
        order,
        deposits,
        factsOf(host.context, order, { scannedUntil: now, events: [], sends: [] }),
      );
      const expected =
        held === null ? { wait: 'CONFIRMATIONS' } : held ? { do: 'AMEND' } : { do: 'ASK', reason: 'HIGH_VOLATILITY' };
      expect(decision).toMatchObject(expected);
    }),
    RUNS,
  );
});

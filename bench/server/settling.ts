import { percentile, spread, type Figure } from '../measure.ts';
import { createOrders, payOrder, readOrder } from './customers.ts';
import { startApi } from './process.ts';

const ORDERS = 1_000;
const TOGETHER = 16;
/** Seldom, because reading is not measured but takes processor time */
const READING_MS = 2_000;
const LONGEST_MS = 600_000;

/**
 * Measures the time from the detection of a deposit to the sending of its payout, with 1,000 orders paid at once, from the host's own
 * time stamps; and how many swaps a host settles that trades on an exchange, next to one that does not.
 */
export async function measureSettling(): Promise<Figure[]> {
  const alone = await settle({});
  const hedging = await settle({ HEDGING_VENUE: 'embedded' });
  return [
    {
      name: `deposit seen to payout sent, ${ORDERS} at once`,
      unit: 'ms',
      ours: percentile(alone.times, 0.99),
      floor: null,
      target: null,
      note: `p99 ${spread(alone.times)}; the blocks in between come 3000 times as fast as Bitcoin's`,
    },
    {
      name: `payouts sent, ${ORDERS} at once`,
      unit: 'per second',
      ours: alone.perSecond,
      floor: null,
      target: null,
      note: 'from the first deposit seen to the last payout sent',
    },
    {
      name: `payouts sent while the host trades on an exchange, ${ORDERS} at once`,
      unit: 'per second',
      ours: hedging.perSecond,
      floor: alone.perSecond,
      target: { kind: 'atLeastFloor', times: 0.95 },
      note: 'the floor is the host without an exchange; the exchange is the embedded one, in the same process',
    },
  ];
}

/** Lets a host with these variables settle all orders. Returns the time of each, in ms, and the payouts per second. */
async function settle(environment: Record<string, string>): Promise<{ times: number[]; perSecond: number }> {
  const api = await startApi({
    EMBEDDED_CHAIN_SPEED: '3000',
    PAYOUT_CAP_PER_HOUR_USD: '1000000000',
    PAYOUT_CAP_TOTAL_PER_HOUR_USD: '1000000000',
    PAYOUT_CAP_TOTAL_PER_DAY_USD: '1000000000',
    ...environment,
  });
  try {
    const { orders } = await createOrders(api.origin, ORDERS, TOGETHER);
    const began = Date.now();
    const unpaid = [...orders];
    await Promise.all(
      Array.from({ length: TOGETHER }, async () => {
        for (let order = unpaid.pop(); order; order = unpaid.pop()) await payOrder(api.origin, order);
      }),
    );
    const waiting = new Set(orders);
    const times: number[] = [];
    let [firstSeenAt, lastSentAt] = [Infinity, 0];
    let read = 0;
    while (waiting.size > 0) {
      if (Date.now() - began > LONGEST_MS) throw new Error(`${waiting.size} of ${ORDERS} orders are not paid out`);
      for (const order of waiting) {
        const { deposits, withdrawals } = await readOrder(api.origin, order, (read += 1));
        const [seenAt, sentAt] = [deposits[0]?.detectedAt, withdrawals[0]?.sentAt].map((time) => Date.parse(time ?? ''));
        if (!seenAt || !sentAt) continue;
        waiting.delete(order);
        times.push(sentAt - seenAt);
        firstSeenAt = Math.min(firstSeenAt, seenAt);
        lastSentAt = Math.max(lastSentAt, sentAt);
      }
      await new Promise((resolve) => setTimeout(resolve, READING_MS));
    }
    return { times, perSecond: (ORDERS / (lastSentAt - firstSeenAt)) * 1_000 };
  } finally {
    await api.stop();
  }
}

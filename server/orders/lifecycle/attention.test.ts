import { afterEach, describe, expect, test } from 'vitest';
import { ATTENTION } from '../../../contract/attention.ts';
import type { ApiError } from '../../../contract/errors.ts';
import { ATTENTION_REASONS, ORDER_STATUSES } from '../../../contract/order.ts';
import type { Order } from '../../../contract/schemas/orders.ts';
import { readOrder, startOrderHost, type MadeOrder, type OrderHost } from '../testing/orderHost.ts';
import { accept, refundExtra, refundOwn, STATUS_FIXTURES } from '../testing/statusFixtures.ts';

let host: OrderHost;
afterEach(async () => {
  await host.close();
});

/** A rejected call returns the current order (D7). Without a token every call is rejected. */
async function outcomeOf(work: Promise<Order>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    const { code, details } = error as ApiError;
    if (code === 'ERR_NOT_ACCEPTABLE') expect(details?.['order']).toHaveProperty('attention');
    return code;
  }
}

const named = STATUS_FIXTURES.map((situation) => {
  const { status, reason, when } = situation;
  return [`${status}, ${reason ?? 'nothing to say'}${when === undefined ? '' : `, ${when}`}`, situation] as const;
});

describe.each(named)('%s', (_name, { status, reason, actions, cap, refusal = 'ERR_NOT_ACCEPTABLE', arrange }) => {
  const begin = async (): Promise<MadeOrder> => {
    host = await startOrderHost(cap === undefined ? {} : { perOrderUsd: cap });
    return await arrange(host);
  };

  test('publishes its status and the attention that the table allows', async () => {
    const made = await begin();
    const { attention, status: published } = await readOrder(host, made);
    expect(published).toBe(status);
    expect(attention?.reason ?? null).toBe(reason);
    expect(attention?.actions ?? []).toEqual(actions);
    if (reason === null) return;
    expect(ATTENTION[reason].statuses).toContain(status);
    for (const action of actions) expect(ATTENTION[reason].actions).toContain(action);
  });

  test('accepts a new rate exactly when ACCEPT is offered', async () => {
    const made = await begin();
    expect(await outcomeOf(accept(host, made))).toBe(actions.includes('ACCEPT') ? 'done' : refusal);
  });

  test('refunds exactly when REFUND is offered', async () => {
    const made = await begin();
    const isExtra = reason === 'EXTRA_DEPOSIT';
    const isOffered = actions.includes('REFUND');
    expect(await outcomeOf(refundOwn(host, made))).toBe(isOffered && !isExtra ? 'done' : refusal);
    expect(await outcomeOf(refundExtra(host, made))).toBe(isOffered && isExtra ? 'done' : refusal);
  });
});

test('covers every status and every reason', async () => {
  host = await startOrderHost();
  expect(new Set(STATUS_FIXTURES.map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES));
  expect(new Set(STATUS_FIXTURES.map(({ reason }) => reason))).toEqual(new Set([null, ...ATTENTION_REASONS]));
});

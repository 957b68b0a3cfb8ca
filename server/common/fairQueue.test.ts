import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fairQueue.ts';

const REFUSAL = { code: 'ERR_TOO_MANY_REQUESTS', message: 'Busy.', details: { retryAfterSeconds: 10 } };
const KNOWN = '192.0.2.1';

/** Returns a queue whose first work, of a customer at `KNOWN`, runs until `finish` is called. */
function busyQueue() {
  const queue = createFairQueue('Busy.');
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const running = queue.run({ place: 'running', customer: 'known', client: KNOWN }, async () => await gate.promise);
  const apply = async (place: string, client: string, customer = place): Promise<void> =>
    await queue.run({ place, customer, client }, async () => void (await Promise.resolve(order.push(place))));
  const finish = async (...waiting: Promise<void>[]): Promise<string[]> => {
    gate.resolve();
    await Promise.all([running, ...waiting]);
    return order;
  };
  return { queue, apply, finish, order };
}

describe('a fair queue', () => {
  it('runs one work at a time, and goes on after a failure', async () => {
    const { queue, apply, finish, order } = busyQueue();
    const bad = { place: 'bad', customer: 'bad', client: '192.0.2.2' };
    const failing = expect(queue.run(bad, async () => await Promise.reject(new Error('no')))).rejects.toThrow('no');
    const after = apply('after', '192.0.2.3');
    expect(order).toEqual([]);
    expect(await finish(failing, after)).toEqual(['after']);
  });

  it('refuses a second work of the same place', async () => {
    const { apply, finish } = busyQueue();
    await expect(apply('running', '192.0.2.2')).rejects.toMatchObject(REFUSAL);
    await finish();
  });

  it.each([
    ['an address two places', () => '192.0.2.2', 2],
    ['a /64 two places', (index: number) => `2001:db8:1:1::${index + 1}`, 2],
    ['a /48 more', (index: number) => `2001:db8:1:${index + 1}::1`, 16],
    ['all together 16 places', (index: number) => `192.0.2.${index + 2}`, 16],
  ])('gives %s', async (_name, clientOf, most) => {
    const { apply, finish } = busyQueue();
    const waiting = Array.from({ length: most }, async (_, index) => await apply(`${index}`, clientOf(index)));
    await expect(apply('last', clientOf(most))).rejects.toMatchObject(REFUSAL);
    await finish(...waiting);
  });

  it('starts first who had the fewest turns, by client group and then by customer', async () => {
    const { apply, finish } = busyQueue();
    const known = apply('same customer', KNOWN, 'known');
    const others = [apply('first of others', '192.0.2.2'), apply('second of others', '192.0.2.3')];
    expect(await finish(known, ...others)).toEqual(['first of others', 'second of others', 'same customer']);
  });

  it.each([
    ['its own address', [KNOWN], KNOWN],
    ['another address', [KNOWN, ...Array.from({ length: 15 }, (_, index) => `192.0.2.${index + 2}`)], '192.0.2.99'],
  ])('takes a place at %s from who had more turns', async (_name, taken, client) => {
    const { apply, finish } = busyQueue();
    const [known, ...others] = taken.map(
      async (address, index) => await apply(`${index}`, address, index === 0 ? 'known' : `${index}`),
    );
    const displaced = expect(known).rejects.toMatchObject(REFUSAL);
    const newcomer = apply('newcomer', client);
    await displaced;
    expect(await finish(...others, newcomer)).toContain('newcomer');
  });
});

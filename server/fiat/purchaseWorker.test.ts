import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oneDatabase } from '../../tests/support/databases.ts';
import { purchaseRow } from './testing/purchaseRow.ts';
import type { PurchaseStage } from '../../contract/fiat/cardPurchase.ts';
import { findPurchase, findWaitingPurchases, insertPurchase, listPurchaseEvents } from '../db/repositories/fiat/cardPurchases.ts';
import { callbackOf, startFiatHost, type FiatHost } from './testing/fiatHost.ts';
import { nextPoll } from './purchaseWorker.ts';

/** Has the form of a hash on Bitcoin */
const HASH = 'a'.repeat(64);

/** What really happens to a purchase, in the provider's order, and where it ends */
const STORIES: readonly [PurchaseStage, readonly (readonly [type: string, status: string])[]][] = [
  [
    'AUTHORISING',
    [
      ['buy', 'new'],
      ['buy', 'pending'],
    ],
  ],
  [
    'AUTHORISING',
    [
      ['buy', 'new'],
      ['buy', 'order_scheduled'],
      ['buy', 'pending'],
    ],
  ],
  [
    'VERIFYING',
    [
      ['buy', 'new'],
      ['buy', 'pending'],
      ['buy', 'order_scheduled'],
    ],
  ],
  [
    'PAID',
    [
      ['buy', 'new'],
      ['buy', 'descriptor_failed'],
      ['buy', 'pending'],
      ['buy', 'paid'],
    ],
  ],
  [
    'DELIVERING',
    [
      ['buy', 'new'],
      ['buy', 'paid'],
      ['withdraw', 'new'],
      ['withdraw', 'pending'],
    ],
  ],
  [
    'DELIVERED',
    [
      ['buy', 'new'],
      ['buy', 'pending'],
      ['buy', 'paid'],
      ['withdraw', 'new'],
      ['withdraw', 'completed'],
    ],
  ],
  [
    'DELIVERED',
    [
      ['buy', 'order_scheduled'],
      ['buy', 'paid'],
      ['withdraw', 'completed'],
      ['buy', 'refunded'],
    ],
  ],
  [
    'DECLINED',
    [
      ['buy', 'new'],
      ['buy', 'pending'],
      ['buy', 'order_failed'],
    ],
  ],
  [
    'CANCELLED',
    [
      ['buy', 'new'],
      ['buy', 'pending'],
      ['buy', 'cancelled'],
    ],
  ],
  [
    'CANCELLED',
    [
      ['buy', 'new'],
      ['buy', 'order_scheduled'],
      ['buy', 'cancelled'],
    ],
  ],
  [
    'CANCELLED',
    [
      ['buy', 'paid'],
      ['withdraw', 'new'],
      ['withdraw', 'failed'],
      ['buy', 'refunded'],
    ],
  ],
  [
    'DELIVERY_FAILED',
    [
      ['buy', 'new'],
      ['buy', 'paid'],
      ['withdraw', 'new'],
      ['withdraw', 'failed'],
    ],
  ],
];

describe.each(oneDatabase(import.meta.filename))('the follower of card purchases on %s', (kind) => {
  let fiat: FiatHost;
  beforeAll(async () => {
    fiat = await startFiatHost(kind);
  });
  afterAll(() => fiat.host.close());

  async function addPurchase(): Promise<string> {
    const purchase = purchaseRow({}, fiat.context.now());
    await insertPurchase(fiat.context.database, purchase);
    return purchase.id;
  }

  const stageOf = async (id: string): Promise<PurchaseStage | undefined> =>
    (await findPurchase(fiat.context.database, id))?.status;

  test('sequences of forged, repeated, reordered and late callbacks end in the right stage', async () => {
    const { purchases } = fiat;
    const sequence = fc.record({
      story: fc.constantFrom(...STORIES),
      keys: fc.array(fc.nat(), { minLength: 30, maxLength: 30 }),
      repeats: fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }),
      roundsAfter: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(sequence, async ({ story: [expected, reports], keys, repeats, roundsAfter }) => {
        const id = await addPurchase();
        const sent = reports.flatMap(([type, status], index) => {
          const real = callbackOf(id, type, status, 1_000 + index, { field_of_tomorrow: index });
          return Array.from({ length: 1 + (repeats[index] ?? 0) }, () => ({ ...real, isForged: false }));
        });
        const forged = ['paid', 'cancelled'].map((status) => ({
          ...callbackOf(id, 'buy', status, 9_999),
          signature: 'f'.repeat(64),
          isForged: true,
        }));
        const shuffled = [...sent, ...forged]
          .map((callback, index) => ({ callback, key: keys[index] ?? 0 }))
          .toSorted((one, other) => one.key - other.key);
        for (const [index, { callback }] of shuffled.entries()) {
          expect(await purchases.worker.receive(callback.body, callback.signature)).toBe(!callback.isForged);
          if (roundsAfter[index]) await purchases.worker.round();
        }
        await purchases.worker.round();
        expect(await stageOf(id)).toBe(expected);
      }),
      // Each statement costs PostgreSQL more, and most of what differs is in the code.
      { numRuns: kind === 'SQLite' ? 200 : 40, seed: 20261127 },
    );
  });

  test('no sequence of known statuses stops the follower, and the end depends on their set only', async () => {
    const { worker } = fiat.purchases;
    const ofPayment = ['new', 'pending', 'order_scheduled', 'paid', 'order_failed', 'cancelled', 'refunded'];
    const ofDelivery = ['new', 'pending', 'order_scheduled', 'completed', 'failed'];
    const status: fc.Arbitrary<[type: string, status: string]> = fc.oneof(
      fc.tuple(fc.constant('buy'), fc.constantFrom(...ofPayment)),
      fc.tuple(fc.constant('withdraw'), fc.constantFrom(...ofDelivery)),
    );
    const report = fc.record({ status, at: fc.integer({ min: 1, max: 6 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 6 }), async (reports) => {
        const stageAfter = async (isOneByOne: boolean) => {
          const id = await addPurchase();
          for (const { status, at } of reports) {
            const { body, signature } = callbackOf(id, ...status, at);
            await worker.receive(body, signature);
            if (isOneByOne) await worker.round();
          }
          await worker.round();
          return await stageOf(id);
        };
        expect(await stageAfter(true)).toBe(await stageAfter(false));
      }),
      { numRuns: kind === 'SQLite' ? 100 : 20, seed: 20261128 },
    );
  });

  test('money that was held is reported as released, also when that is known late', async () => {
    const { worker } = fiat.purchases;
    const id = await addPurchase();
    for (const [status, at] of [
      ['cancelled', 20],
      ['order_scheduled', 10],
    ] as const) {
      const { body, signature } = callbackOf(id, 'buy', status, at);
      await worker.receive(body, signature);
      await worker.round();
    }
    expect(await findPurchase(fiat.context.database, id)).toMatchObject({
      status: 'CANCELLED',
      was_held: 1,
      end_reason: 'NOT_VERIFIED',
    });
    const events = await listPurchaseEvents(fiat.context.database, [id]);
    expect(events.map(({ kind }) => kind)).toEqual(['REFUND_COMPLETED']);
  });

  test('mails what a purchase reaches, once each, and nothing where money was never held', async () => {
    const { worker } = fiat.purchases;
    const { database } = fiat.context;
    const mailsOf = async (reports: readonly (readonly [string, string])[]) => {
      await database.deleteFrom('account_mails').execute();
      const id = await addPurchase();
      for (const [index, [type, status]] of reports.entries()) {
        const { body, signature } = callbackOf(id, type, status, 100 + index);
        for (const _ of [1, 2]) await worker.receive(body, signature);
        await worker.round();
      }
      const rows = await database.selectFrom('account_mails').select(['kind', 'data', 'origin']).orderBy('created_at').execute();
      expect(rows.every(({ kind, origin }) => kind === 'PURCHASE_CHANGED' && origin === 'https://swap.example')).toBe(true);
      const data = rows.map((row) => JSON.parse(row.data) as { purchaseId: string; outcome: string });
      expect(data.every(({ purchaseId }) => purchaseId === id)).toBe(true);
      return data.map(({ outcome }) => outcome).toSorted();
    };
    const delivered = await mailsOf([
      ['buy', 'new'],
      ['buy', 'order_scheduled'],
      ['buy', 'paid'],
      ['withdraw', 'new'],
      ['withdraw', 'completed'],
    ]);
    expect(delivered).toEqual(['DELIVERED', 'PAID', 'VERIFYING']);
    const held = [['buy', 'order_scheduled'] as const, ['buy', 'cancelled'] as const];
    expect(await mailsOf(held)).toEqual(['RETURNED', 'VERIFYING']);
    expect(await mailsOf([['buy', 'order_failed']])).toEqual(['DECLINED']);
    expect(await mailsOf([['withdraw', 'failed']])).toEqual(['DELIVERY_FAILED']);
    expect(
      await mailsOf([
        ['buy', 'pending'],
        ['buy', 'cancelled'],
      ]),
    ).toEqual([]);
  });

  test('an unknown status is stored and shown as processing, until a later one is known', async () => {
    const { worker } = fiat.purchases;
    const id = await addPurchase();
    const send = async (status: string, at: number) => {
      const { body, signature } = callbackOf(id, 'buy', status, at);
      await worker.receive(body, signature);
      await worker.round();
      return await findPurchase(fiat.context.database, id);
    };
    expect(await send('new', 10)).toMatchObject({ status: 'AUTHORISING', is_processing: 0 });
    expect(await send('charged_back_by_aliens', 11)).toMatchObject({ status: 'AUTHORISING', is_processing: 1 });
    expect(await send('paid', 12)).toMatchObject({ status: 'PAID', is_processing: 0 });
  });

  test('a report that contradicts its purchase changes nothing, even after its text is emptied, and is an alert', async () => {
    const { worker } = fiat.purchases;
    const { database, now } = fiat.context;
    const address = purchaseRow().destination_address;
    const agrees = { currency: 'BTC', fiat_currency: 'EUR', fiat_amount: '250.00', amount: '0.0025', tx: { id: HASH, address } };
    const id = await addPurchase();
    const send = async (status: string, at: number, more: object) => {
      const { body, signature } = callbackOf(id, 'withdraw', status, at, { ...agrees, ...more });
      expect(await worker.receive(body, signature)).toBe(true);
      await worker.round();
      return await findPurchase(database, id);
    };
    const wrong = [
      { currency: 'ETH' },
      { fiat_currency: 'USD' },
      { fiat_amount: '251' },
      { amount: '999999' },
      { tx: { id: HASH, address: 'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297' } },
      { tx: { id: '<script>alert(1)</script>', address } },
    ];
    for (const [index, more] of wrong.entries()) {
      const after = await send('completed', 10 + index, more);
      expect([more, after]).toMatchObject([more, { status: 'AWAITING_PAYMENT', is_processing: 1, tx_hash: null }]);
    }
    expect((await findWaitingPurchases(database, now() - 1)).CONTRADICTED).toBe(now());
    fiat.host.advanceClock(91 * 24 * 3_600_000);
    await worker.round();
    expect(await send('pending', 30, { tx: undefined })).toMatchObject({ status: 'DELIVERING', amount_to_get: '0.0025' });
    expect(await send('completed', 31, {})).toMatchObject({ status: 'DELIVERED', tx_hash: HASH });
  });

  test('a purchase that nobody pays expires after an hour, and a late callback changes it', async () => {
    const { worker } = fiat.purchases;
    const id = await addPurchase();
    fiat.host.advanceClock(59 * 60_000);
    await worker.round();
    expect(await stageOf(id)).toBe('AWAITING_PAYMENT');
    fiat.host.advanceClock(2 * 60_000);
    await worker.round();
    expect(await stageOf(id)).toBe('EXPIRED');
    const { body, signature } = callbackOf(id, 'withdraw', 'completed', 50, { tx: { id: HASH }, amount: '0.00249' });
    await worker.receive(body, signature);
    await worker.round();
    expect(await findPurchase(fiat.context.database, id)).toMatchObject({
      status: 'DELIVERED',
      tx_hash: HASH,
      amount_to_get: '0.00249',
    });
  });

  test('the text of a report is emptied after 90 days, and the purchase keeps what it said', async () => {
    const { worker } = fiat.purchases;
    const id = await addPurchase();
    const send = async (type: string, status: string, at: number, more = {}) => {
      const { body, signature } = callbackOf(id, type, status, at, more);
      await worker.receive(body, signature);
      await worker.round();
    };
    await send('withdraw', 'pending', 10, { tx: { id: HASH }, amount: '0.00248' });
    const texts = async () =>
      (await fiat.context.database.selectFrom('provider_callbacks').select('body').where('purchase_id', '=', id).execute()).map(
        ({ body }) => body === '',
      );
    fiat.host.advanceClock(89 * 24 * 3_600_000);
    await worker.round();
    expect(await texts()).toEqual([false]);
    fiat.host.advanceClock(2 * 24 * 3_600_000);
    await worker.round();
    expect(await texts()).toEqual([true]);
    await send('withdraw', 'completed', 11);
    expect(await findPurchase(fiat.context.database, id)).toMatchObject({
      status: 'DELIVERED',
      tx_hash: HASH,
      amount_to_get: '0.00248',
    });
  });

  test('a signed callback that can not be read is kept, and one without a purchase stops nothing', async () => {
    const { worker } = fiat.purchases;
    const unreadable = callbackOf('x', 'buy', 'paid', 1, { updated_at_ts: 'yesterday' });
    expect(await worker.receive(unreadable.body, unreadable.signature)).toBe(true);
    const stranger = callbackOf('a purchase of another host', 'buy', 'paid', 1);
    expect(await worker.receive(stranger.body, stranger.signature)).toBe(true);
    await worker.round();
    const rows = await fiat.context.database
      .selectFrom('provider_callbacks')
      .selectAll()
      .where((where) => where.or([where('type', '=', 'UNREADABLE'), where('purchase_id', '=', 'a purchase of another host')]))
      .execute();
    expect(rows.map(({ applied_at }) => applied_at !== null)).toEqual([true, true]);
    expect(rows.map(({ body }) => body)).toContain(unreadable.body.toString('utf8'));
  });
});

test('asks about an open purchase every 30 seconds, then every 10 minutes for three days', () => {
  const hours = (count: number) => count * 3_600_000;
  const pauseAt = (status: PurchaseStage, age: number) => {
    const at = nextPoll({ status, created_at: 0 }, age);
    return at === null ? null : at - age;
  };
  expect([pauseAt('PAID', hours(1)), pauseAt('PAID', hours(3)), pauseAt('PAID', hours(100))]).toEqual([30_000, 600_000, 600_000]);
  expect([pauseAt('EXPIRED', hours(2)), pauseAt('EXPIRED', hours(80)), pauseAt('DELIVERED', 1)]).toEqual([600_000, null, null]);
});

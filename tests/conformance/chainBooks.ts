import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { amount, subtract, sum, toDecimal, type Decimal } from '../../contract/money.ts';
import type { Database } from '../../server/db/database.ts';
import { ChainRefusedError, ChainUnavailableError, type SendRequest } from '../../server/ports/chain/chainGateway.ts';
import { WrongChainError } from '../../server/ports/chain/nodeErrors.ts';
import { TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import { createStore, openMemoryDatabase } from '../support/databases.ts';
import { killAtEachStatement } from '../support/killAtEachStatement.ts';
import type { ChainTraits, MonitoredGateway, NodesUnderTest } from './chainUnderTest.ts';

/** Each ends after few of them. */
const MOST_ATTEMPTS = 1_000;

/**
 * Describes the tests of a treasury from which several processes and books pay, on networks with nodes. Afterwards, the books of the gateway
 * under test lack payments of their treasury.
 */
export function describeBooks(chain: () => NodesUnderTest, { assets, depositsAt }: ChainTraits): void {
  const [native] = assets;
  const asset = assets.at(-1) ?? native;
  describe('whose treasury pays from several books', () => {
    let open: (database: Database) => MonitoredGateway;
    beforeAll(async () => {
      open = await chain().newBooks();
    });
    beforeEach(() => chain().mature());

    const payment = (idempotencyKey: string, paid = '0.1'): SendRequest => ({
      idempotencyKey,
      instrumentSlug: asset,
      fromIndex: TREASURY_INDEX,
      toAddress: chain().stranger,
      memo: null,
      amount: paid,
    });
    /** Opens books that know what the treasury has sent until now. */
    async function openNew(): Promise<{ database: Database; gateway: MonitoredGateway }> {
      const database = await openMemoryDatabase();
      onTestFinished(() => database.destroy());
      const gateway = open(database);
      await gateway.monitor();
      return { database, gateway };
    }
    /** Returns what one transaction pays: two payments where networks make batches. */
    const batchOf = (key: string): SendRequest[] => [
      payment(key, '0.01'),
      ...(depositsAt === 'TREASURY' ? [payment(`${key} too`, '0.01')] : []),
    ];
    const pay = async (gateway: MonitoredGateway, requests: readonly SendRequest[]): Promise<void> => {
      if (gateway.sendMany) await gateway.sendMany(requests);
      else await Promise.all(requests.map((request) => gateway.send(request)));
    };
    const held = (gateway: MonitoredGateway): Promise<Decimal> => gateway.balance(TREASURY_INDEX, asset);
    async function feeOf(gateway: MonitoredGateway, { idempotencyKey }: SendRequest): Promise<Decimal> {
      const state = await gateway.sendState(idempotencyKey);
      return state.state === 'confirmed' ? state.feePaid.amount : expect.fail(`${idempotencyKey} is ${state.state}`);
    }
    /** Expects that each payment was made, once. */
    async function expectPaidOnce(gateway: MonitoredGateway, before: Decimal, requests: readonly SendRequest[]): Promise<void> {
      await chain().mature();
      await gateway.monitor();
      const fees: Decimal[] = [];
      for (const request of requests) fees.push(await feeOf(gateway, request));
      const amounts = toDecimal(amount('0.01').times(amount(String(requests.length))));
      expect(subtract(before, await held(gateway))).toBe(sum([amounts, ...(asset === native ? fees : [])]));
    }

    it('pays once when the process dies at any database statement', async () => {
      const store = await createStore('SQLite');
      const database = store.open();
      onTestFinished(async () => {
        await database.destroy();
        store.remove();
      });
      const gateway = open(database);
      await gateway.monitor();
      const before = await held(gateway);
      const requests: SendRequest[] = [];
      const runs = await killAtEachStatement({
        store,
        work: async (dying, run) => {
          requests.push(...batchOf(`killed-${run}`));
          await pay(open(dying), batchOf(`killed-${run}`));
        },
        recover: async (alive, run) => {
          await pay(open(alive), batchOf(`killed-${run}`));
          // Each payment that is not final would be broadcast again in each run.
          await chain().mine(gateway.finalAfter);
          await gateway.monitor();
        },
      });
      expect(runs).toBeGreaterThan(10);
      await expectPaidOnce(gateway, before, requests);
    });

    it('is paid from by two processes that neither lose nor double a payment', async () => {
      const { database, gateway } = await openNew();
      const before = await held(gateway);
      const batches = Array.from({ length: 6 }, (_, position) => batchOf(`shared-${position}`));
      const payUntilDone = async (process: MonitoredGateway, batch: readonly SendRequest[]): Promise<void> => {
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await pay(process, batch);
          } catch (error) {
            if (!(error instanceof ChainUnavailableError) || attempt === MOST_ATTEMPTS) throw error;
          }
        }
      };
      const processes = [open(database), open(database)];
      await Promise.all(batches.flatMap((batch) => processes.map((process) => payUntilDone(process, batch))));
      await expectPaidOnce(gateway, before, batches.flat());
    });

    it('pays nothing from old books after newer ones have paid, which can adopt it (D73)', async () => {
      const [{ gateway: newer }, { gateway: older, database: copy }] = [await openNew(), await openNew()];
      const { mined } = await newer.records.count();
      expect(await older.records.count()).toEqual({ mined, pending: mined, known: mined });
      const { txHash } = await newer.send(payment('payout'));
      await chain().mine(chain().seenAfter);
      // Not counted yet: the older books could not tell a payment of their own from one that they forgot.
      await expect(older.send(payment('payout'))).rejects.toThrow(ChainUnavailableError);
      const { countedAfter } = chain();
      await chain().mine(countedAfter);
      for (const key of ['payout', 'another'])
        await expect(older.send(payment(key))).rejects.toMatchObject({ message: 'BOOKS_BEHIND' });
      expect(await older.records.count()).toEqual({ mined: mined + 1, pending: mined + 1, known: mined });
      expect(await older.sendState('payout')).toEqual({ state: 'unknown' });
      // Only what is final is listed.
      expect(await older.records.list(mined)).toHaveLength(countedAfter === 1 ? 0 : 1);
      await chain().mature();
      const [listed = expect.fail('nothing is listed')] = await older.records.list(mined);
      const transfers = [{ instrumentSlug: asset, toAddress: chain().listedStranger, memo: null, amount: '0.1' }];
      const fee = await feeOf(newer, payment('payout'));
      expect(listed).toEqual({ position: mined, txHash, transfers, fee, isKnown: false });
      const adopt = await older.records.adopt(payment('payout'), listed, 0);
      await copy.transaction().execute(async (transaction) => await adopt(transaction));
      const again = copy.transaction().execute(async (transaction) => await adopt(transaction));
      await expect(again).rejects.toThrow(depositsAt === 'ADDRESS' ? ChainRefusedError : 'another payment');
      expect(await older.send(payment('payout'))).toEqual({ txHash });
      expect(await older.sendState('payout')).toMatchObject({ state: 'confirmed', txHash });
      expect(await older.records.count()).toEqual({ mined: mined + 1, pending: mined + 1, known: mined + 1 });
      await older.send(payment('next'));
      await chain().mature();
      await feeOf(older, payment('next'));
    });

    it('goes on after an operator acknowledged what another program spent', async () => {
      const [{ gateway: operator }, { gateway, database }] = [await openNew(), await openNew()];
      const { mined } = await gateway.records.count();
      await operator.send(payment('by hand'));
      await chain().mine(chain().countedAfter);
      await expect(gateway.send(payment('payout'))).rejects.toMatchObject({ message: 'BOOKS_BEHIND' });
      await database.transaction().execute(async (transaction) => await gateway.records.acknowledge(transaction, mined + 1));
      expect(await gateway.records.count()).toEqual({ mined: mined + 1, pending: mined + 1, known: mined + 1 });
      await gateway.send(payment('payout'));
      await chain().mature();
      await feeOf(gateway, payment('payout'));
    });

    it('refuses nodes of another chain', async () => {
      const other = chain().ofOtherChain();
      if (other.prepare) await expect(other.prepare()).rejects.toThrow(WrongChainError);
      await expect(other.probe()).rejects.toThrow(ChainUnavailableError);
      await chain().restart().prepare?.();
      await chain().restart().probe();
    });
  });
}

import { TREASURY_INDEX } from '../ports/chain/treasury.ts';
import { NO_JOURNAL_SOURCE } from '../db/tables/payments.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneDatabase } from '../../tests/support/databases.ts';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { withoutConstraints } from '../../tests/support/withoutConstraints.ts';
import type { Database } from '../db/database.ts';
import type { CapitalRecordTable } from '../db/tables/reconcile.ts';
import { checkBooks, completeOrder, runOperator } from '../orders/testing/hostActions.ts';
import type { MadeOrder, OrderHost } from '../orders/testing/orderHost.ts';
import type { Reconciliation } from './reconcile.ts';

describe.each(oneDatabase(import.meta.filename))('on %s', (kind) => {
  let host: OrderHost;

  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    await check();
  });
  afterEach(async () => {
    await host.close();
  });

  const check = async (): Promise<Reconciliation> => await checkBooks(host);
  const keys = async (): Promise<string[]> => (await check()).differences.map((one) => one.key);

  const completed = async (): Promise<MadeOrder> => await completeOrder(host);

  it('expects the capital that an operator booked', async () => {
    host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '1000');
    host.chain('bitcoin').credit(TREASURY_INDEX, 'btc', '-0.5');
    const { differences } = await check();
    expect(differences.map(({ whatToDo }) => /npm run operator -- (.*) NOTE\.$/.exec(whatToDo)?.[1])).toEqual([
      'capital btc -0.5',
      'capital usdttrc20 1000',
    ]);
    expect(await runOperator(host, 'capital', 'btc', '-0.5', 'profit')).toContain('-0.5 btc is booked as capital (capital:btc:');
    await runOperator(host, 'capital', 'usdttrc20', '1000', 'refilled');
    expect(await keys()).toEqual([]);
    host.chain('bitcoin').credit(TREASURY_INDEX, 'btc', '-0.00000001');
    expect(await keys()).toEqual(['treasury:bitcoin:btc']);
  });

  it('rejects capital of an unknown coin, of zero and of a wrong amount', async () => {
    for (const [coin, amount] of [
      ['gold', '1'],
      ['btc', '0'],
      ['btc', '1e3'],
      ['btc', '--1'],
    ] as const)
      expect(await runOperator(host, 'capital', coin, amount, 'note')).toContain('Nothing was done');
    expect(await keys()).toEqual([]);
  });
  describe('detects capital that was changed to hide a theft', () => {
    const STOLEN = '100000';
    const entry = { order_id: null, instrument: 'usdttrc20', line: 0 } as const;
    const usdt = async (): Promise<CapitalRecordTable> => {
      const records = await host.database.selectFrom('capital_records').selectAll().execute();
      return records.find(({ document }) => document.includes('"instrument":"usdttrc20"')) ?? expect.fail('not counted');
    };
    /** Writes as a thief with access to the database, who can also remove its triggers. */
    const tamper = async (change: (database: Database) => Promise<unknown>): Promise<void> => {
      host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', `-${STOLEN}`);
      await withoutConstraints(host.database, change);
    };
    const lines = (journal_id: string) =>
      [
        {
          ...entry,
          ...NO_JOURNAL_SOURCE,
          kind: 'CAPITAL',
          is_reversal: 0,
          journal_id,
          account: 'TREASURY',
          amount: `-${STOLEN}`,
          created_at: host.context.now(),
        },
        {
          ...entry,
          ...NO_JOURNAL_SOURCE,
          kind: 'CAPITAL',
          is_reversal: 0,
          journal_id,
          line: 1,
          account: 'CAPITAL',
          amount: STOLEN,
          created_at: host.context.now(),
        },
      ] as const;

    it('by a journal without a record', async () => {
      await tamper((database) => database.insertInto('ledger_entries').values(lines('capital:usdttrc20:999')).execute());
      expect(await keys()).toEqual(['capital:usdttrc20']);
    });

    it('by a journal with an unsigned record', async () => {
      const record = await usdt();
      const number = (await host.database.selectFrom('capital_records').selectAll().execute()).length;
      const document = record.document
        .replace(`"number":"${record.number}"`, `"number":"${number}"`)
        .replace('500000', `-${STOLEN}`);
      await tamper(async (database) => {
        await database
          .insertInto('ledger_entries')
          .values(lines(`capital:usdttrc20:${number}`))
          .execute();
        await database
          .insertInto('capital_records')
          .values({ ...record, document, number })
          .execute();
      });
      expect(await keys()).toEqual([`capital:${number}`, 'capital:usdttrc20']);
    });

    it('by a lower amount in the record and its journal', async () => {
      const record = await usdt();
      await tamper(async (database) => {
        const id = `capital:usdttrc20:${record.number}`;
        const changes = database.updateTable('ledger_entries').where('journal_id', '=', id);
        await changes.set({ amount: '400000' }).where('account', '=', 'TREASURY').execute();
        await changes.set({ amount: '-400000' }).where('account', '=', 'CAPITAL').execute();
        const document = record.document.replace('500000', '400000');
        await database.updateTable('capital_records').set({ document }).where('number', '=', record.number).execute();
      });
      expect(await keys()).toEqual([`capital:${record.number}`, 'capital:usdttrc20']);
    });

    it('by a copy of a signed record', async () => {
      const record = await usdt();
      const number = (await host.database.selectFrom('capital_records').selectAll().execute()).length;
      await tamper((database) =>
        database
          .insertInto('capital_records')
          .values({ ...record, number })
          .execute(),
      );
      expect(await keys()).toContain(`capital:${number}`);
    });

    it('by moving amounts between the journals of two records', async () => {
      host.chain('tron').credit(TREASURY_INDEX, 'usdttrc20', '1000');
      await runOperator(host, 'capital', 'usdttrc20', '1000', 'refilled');
      const { number } = await usdt();
      const id = `capital:usdttrc20:${number}`;
      await withoutConstraints(host.database, async (database) => {
        const journals = database.updateTable('ledger_entries').where('journal_id', 'like', 'capital:usdttrc20:%');
        for (const [account, sign] of [
          ['TREASURY', ''],
          ['CAPITAL', '-'],
        ] as const) {
          await journals
            .where('account', '=', account)
            .where('journal_id', '=', id)
            .set({ amount: `${sign}500500` })
            .execute();
          await journals
            .where('account', '=', account)
            .where('journal_id', '<>', id)
            .set({ amount: `${sign}500` })
            .execute();
        }
      });
      expect(await keys()).toEqual([id, expect.stringMatching(/^capital:usdttrc20:/)]);
    });

    it('by deleting the record and its journal', async () => {
      await completed();
      const { number } = await usdt();
      await tamper(async (database) => {
        await database.deleteFrom('capital_records').where('number', '=', number).execute();
        await database.deleteFrom('ledger_entries').where('journal_id', '=', `capital:usdttrc20:${number}`).execute();
      });
      expect(await keys()).toEqual(expect.arrayContaining([`capital:${number}`, 'capital:usdttrc20']));
    });
  });
});

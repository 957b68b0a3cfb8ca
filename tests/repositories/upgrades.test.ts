import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { migrations } from '../../server/db/migrations/index.ts';
import { createEmbeddedChainStore } from '../../server/db/repositories/embeddedChainStore.ts';
import { createEvmSendStore } from '../../server/db/repositories/evmSendStore.ts';
import { findRecordedSend, listSendsWithoutOutbox } from '../../server/db/repositories/recordedSends.ts';
import { listTreasuryTransactions } from '../../server/db/repositories/recovery/treasuryTransactions.ts';
import type { OutboxRow } from '../../server/db/tables/payments.ts';
import { transfersOf } from '../../server/payments/listedTransaction.ts';
import { createStore, DATABASES } from '../support/databases.ts';
import { insertOrder } from '../support/insertOrder.ts';
import { sampleUser } from '../support/samples/sampleUser.ts';

/** Returns a row of the outbox. */
const sampleSend = (kind: OutboxRow['kind'], state: OutboxRow['state']): OutboxRow => ({
  id: `${kind}:an-order`,
  idempotency_key: `${kind}:an-order#2`,
  kind,
  order_id: 'an-order',
  network: 'tron',
  instrument: 'usdttrc20',
  from_index: null,
  to_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  memo: null,
  amount: '12.345678',
  fee_limit: null,
  gas_factor: null,
  withdrawal_id: null,
  usd_value: '12.34',
  state,
  attempts: 3,
  not_before: 5,
  lease_owner: null,
  lease_until: 6,
  reason: 'CAP_HOUR',
  overridden_at: 7,
  tx_hash: 'ab'.repeat(32),
  created_at: 1_764_000_000_000,
  sent_at: 1_764_000_000_001,
  confirmed_at: 1_764_000_000_002,
  arrived_amount: '12.3',
  arrival_note: 'sent again',
  payment_proof: null,
});

describe.each(DATABASES)('an upgrade on %s', (kind) => {
  /** Inserts a row with the columns that the table has in an older schema. */
  const insertOld = async (database: Database, table: string, row: Record<string, unknown>): Promise<void> => {
    const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(database);
  };
  const oldSend = (kind: OutboxRow['kind'], state: OutboxRow['state'], id = `${kind}:an-order`) => {
    const { withdrawal_id: _withdrawal, gas_factor: _factor, payment_proof: _proof, ...send } = sampleSend(kind, state);
    return { ...send, id, idempotency_key: `${id}#2`, from_index: 0 };
  };

  it('keeps the sends of a database from before withdrawals', async () => {
    const old = await createStore(kind, { isEmpty: true });
    const upgraded = old.open();
    const before = Object.entries(migrations).filter(([name]) => name < '11_withdrawals');
    const provider = { getMigrations: async () => Object.fromEntries(before) };
    expect((await new Migrator({ db: upgraded, provider }).migrateToLatest()).error).toBeUndefined();
    await insertOrder(upgraded, 'an-order');
    await sql`update orders set payout_fee_factor = '1.5'`.execute(upgraded);
    await insertOld(upgraded, 'outbox', oldSend('PAYOUT', 'CONFIRMED'));
    await insertOld(upgraded, 'outbox', { ...oldSend('REFUND', 'HELD'), from_index: 7 });
    await migrate(upgraded);
    expect(await upgraded.selectFrom('outbox').selectAll().orderBy('id').execute()).toEqual([
      { ...sampleSend('PAYOUT', 'CONFIRMED'), gas_factor: '1.5' },
      { ...sampleSend('REFUND', 'HELD'), from_index: 7 },
    ]);
    await upgraded.destroy();
    old.remove();
  });

  it('finds the relations of sends and journals that were parts of their ids', async () => {
    const old = await createStore(kind, { isEmpty: true });
    const upgraded = old.open();
    const before = Object.entries(migrations).filter(([name]) => name < '15_payments');
    const provider = { getMigrations: async () => Object.fromEntries(before) };
    expect((await new Migrator({ db: upgraded, provider }).migrateToLatest()).error).toBeUndefined();
    await insertOrder(upgraded, 'an-order');
    const {
      frozen_until: _later,
      withdrawals_from: _latest,
      restored_at: _last,
      ...user
    } = sampleUser({ id: 1, email: null }, 1);
    await upgraded.insertInto('users').values(user).execute();
    const earned = { user_id: 1, instrument: 'usdttrc20', amount: '20', created_at: 1 };
    const signed = { origin: '', document: '', signature: '', key_id: '' };
    const asked = { id: 'a-withdrawal', network_fee: '1', to_address: 'T', wait_reasons: '[]' };
    await insertOld(upgraded, 'withdrawals', { ...earned, ...signed, ...asked });
    const share = { id: 'an-accrual', order_id: 'an-order', kind: 'CASHBACK', code: '', fee: '1', percent: '5' };
    await insertOld(upgraded, 'accruals', { ...earned, ...share });
    await insertOld(upgraded, 'outbox', oldSend('PAYOUT', 'CONFIRMED'));
    await insertOld(upgraded, 'outbox', oldSend('SWEEP', 'CONFIRMED', 'SWEEP:an-order:tron:1'));
    await insertOld(upgraded, 'outbox', oldSend('REFUND', 'CANCELLED', 'REFUND:an-order:ab:0'));
    const withdrawal = { ...oldSend('WITHDRAWAL', 'CONFIRMED', 'WITHDRAWAL:a-withdrawal'), order_id: null };
    await insertOld(upgraded, 'outbox', withdrawal);
    const ofOrder = ['deposit:tron:ab:0@2', 'exchange:an-order', 'payout:an-order', 'refund:an-order:ab:0'];
    const journals: [id: string, order: string | null][] = [
      ...[...ofOrder, 'cancelled:refund:an-order:ab:0', 'sent:PAYOUT:an-order#2'].map((id): [string, string] => [id, 'an-order']),
      ...['failed:PAYOUT:an-order', 'sent:SWEEP:an-order:tron:1@2'].map((id): [string, string] => [id, 'an-order']),
      ['accrual:CASHBACK:an-order', 'an-order'],
      ['withdrawal:a-withdrawal', null],
      ['cancelled:withdrawal:a-withdrawal', null],
      ['sent:WITHDRAWAL:a-withdrawal', null],
      ['capital:btc:1', null],
      ['forfeit:1', null],
    ];
    for (const [journal_id, order_id] of journals) {
      const line = { line: 0, account: 'DESK', instrument: 'btc', amount: '0.5', created_at: 1 };
      await insertOld(upgraded, 'ledger_entries', { ...line, journal_id, order_id });
    }
    await migrate(upgraded);
    const sends = await upgraded.selectFrom('outbox').select(['id', 'withdrawal_id', 'from_index']).orderBy('id').execute();
    expect(sends.map((row) => [row.id, row.withdrawal_id, row.from_index])).toEqual([
      ['PAYOUT:an-order', null, null],
      ['REFUND:an-order:ab:0', null, null],
      ['SWEEP:an-order:tron:1', null, null],
      ['WITHDRAWAL:a-withdrawal', 'a-withdrawal', null],
    ]);
    const entries = await upgraded.selectFrom('ledger_entries').selectAll().execute();
    const relations = entries.map((row) => [
      row.journal_id,
      [row.kind, row.is_reversal, row.order_id, row.withdrawal_id, row.send_id, row.accrual_id],
    ]);
    const refund = 'REFUND:an-order:ab:0';
    expect(Object.fromEntries(relations)).toEqual({
      'deposit:tron:ab:0@2': ['DEPOSIT', 0, 'an-order', null, null, null],
      'exchange:an-order': ['EXCHANGE', 0, 'an-order', null, null, null],
      'payout:an-order': ['PAYOUT', 0, 'an-order', null, null, null],
      'refund:REFUND:an-order:ab:0': ['REFUND', 0, 'an-order', null, refund, null],
      'cancelled:refund:REFUND:an-order:ab:0': ['REFUND', 1, 'an-order', null, refund, null],
      'sent:PAYOUT:an-order#2': ['SENT', 0, 'an-order', null, 'PAYOUT:an-order', null],
      'failed:PAYOUT:an-order': ['SEND_FAILED', 0, 'an-order', null, 'PAYOUT:an-order', null],
      'sent:SWEEP:an-order:tron:1@2': ['SENT', 0, 'an-order', null, 'SWEEP:an-order:tron:1', null],
      'accrual:CASHBACK:an-order': ['ACCRUAL', 0, 'an-order', null, null, 'an-accrual'],
      'withdrawal:a-withdrawal': ['WITHDRAWAL', 0, null, 'a-withdrawal', null, null],
      'cancelled:withdrawal:a-withdrawal': ['WITHDRAWAL', 1, null, 'a-withdrawal', null, null],
      'sent:WITHDRAWAL:a-withdrawal': ['SENT', 0, null, 'a-withdrawal', 'WITHDRAWAL:a-withdrawal', null],
      'capital:btc:1': ['CAPITAL', 0, null, null, null, null],
      'forfeit:1': ['FORFEIT', 0, null, null, null, null],
    });
    await expect(upgraded.updateTable('ledger_entries').set({ amount: '2' }).execute()).rejects.toThrow('append only');
    const second = { ...sampleSend('WITHDRAWAL', 'PENDING'), id: 'other', idempotency_key: 'other', order_id: null };
    const again = upgraded.insertInto('outbox').values({ ...second, withdrawal_id: 'a-withdrawal' });
    await expect(again.execute()).rejects.toThrow(/unique/i);
    const unknown = upgraded.insertInto('outbox').values({ ...second, withdrawal_id: 'unknown' });
    await expect(unknown.execute()).rejects.toThrow(/foreign key/i);
    await upgraded.destroy();
    old.remove();
  });

  it('keeps the signed sends of a database from before networks of several families', async () => {
    const old = await createStore(kind, { isEmpty: true });
    const upgraded = old.open();
    const before = Object.entries(migrations).filter(([name]) => name < '17_networks');
    const provider = { getMigrations: async () => Object.fromEntries(before) };
    expect((await new Migrator({ db: upgraded, provider }).migrateToLatest()).error).toBeUndefined();
    await sql`insert into chain_sends values ('ethereum', 'a-key', 'eth', 0, '0x1', '0x2', '1.5', 7, 1, 1, null, null)`.execute(
      upgraded,
    );
    await sql`insert into chain_send_attempts values ('ethereum', '0xh', 'a-key', '0x00', '0.1', 1)`.execute(upgraded);
    await migrate(upgraded);
    const sends = createEvmSendStore(upgraded, 'ethereum');
    expect(await sends.find('a-key')).toMatchObject({ amount: '1.5', nonce: 7, settled: 1 });
    expect(await sends.listAttempts('a-key')).toMatchObject([{ tx_hash: '0xh' }]);
    expect(await findRecordedSend(upgraded, 'ethereum', 'a-key')).toMatchObject({ to_address: '0x2', memo: null, amount: '1.5' });
    expect(await listSendsWithoutOutbox(upgraded, 0)).toMatchObject([{ idempotency_key: 'a-key' }]);
    await upgraded.destroy();
    old.remove();
  });

  it('counts the payments that an embedded network has seen before it counted them', async () => {
    const old = await createStore(kind, { isEmpty: true });
    const upgraded = old.open();
    const before = Object.entries(migrations).filter(([name]) => name < '42_embedded_sends');
    const provider = { getMigrations: async () => Object.fromEntries(before) };
    expect((await new Migrator({ db: upgraded, provider }).migrateToLatest()).error).toBeUndefined();
    for (const [hash, at, key] of [
      ['h2', 2, 'second'],
      ['h1', 1, 'first'],
      ['h0', 0, null],
    ] as const) {
      await sql`insert into chain_transfers values ('tron', ${hash}, 'trx', 'T1', 'T2', null, '1.5', '0', 7, ${at}, ${key})`.execute(
        upgraded,
      );
    }
    await migrate(upgraded);
    const chains = createEmbeddedChainStore(upgraded);
    expect(await chains.nextNonces('tron', 'T1')).toEqual({ network: 2, books: 2 });
    const second = { tx_hash: 'h2', nonce: 1, output: 0, holder: 'T2', amount: '1.5', change: '0' };
    expect(await chains.findTransferByKey('tron', 'second')).toMatchObject(second);
    expect(await findRecordedSend(upgraded, 'tron', 'first')).toMatchObject({ to_address: 'T2', amount: '1.5' });
    expect((await chains.listRecentTransfers(9)).map(({ nonce }) => nonce)).toEqual([1, 0, null]);
    await upgraded.destroy();
    old.remove();
  });

  it('keeps what the listed transactions of a treasury were', async () => {
    const old = await createStore(kind, { isEmpty: true });
    const upgraded = old.open();
    const before = Object.entries(migrations).filter(([name]) => name < '65_batches');
    const provider = { getMigrations: async () => Object.fromEntries(before) };
    expect((await new Migrator({ db: upgraded, provider }).migrateToLatest()).error).toBeUndefined();
    const transfers = JSON.stringify([{ instrumentSlug: 'trx', toAddress: 'T1', memo: null, amount: '1' }]);
    const listed = { network: 'tron', tx_hash: 'h', transfers, fee: '1', found_at: 1 };
    await insertOld(upgraded, 'treasury_transactions', {
      ...listed,
      position: 1,
      explanation: 'PAYMENT',
      send_id: 'PAYOUT:an-order',
    });
    await insertOld(upgraded, 'treasury_transactions', { ...listed, position: 2 });
    await migrate(upgraded);
    const rows = await listTreasuryTransactions(upgraded, 'tron', 0);
    expect(rows.map((row) => transfersOf(row).map(({ sendId }) => sendId))).toEqual([['PAYOUT:an-order'], [null]]);
    await upgraded.destroy();
    old.remove();
  });

  it('refuses a database in which a development version wrote a deposit off, and leaves it as it is', async () => {
    const old = await createStore(kind, { isEmpty: true });
    const upgraded = old.open();
    const before = Object.entries(migrations).filter(([name]) => name < '18_without_write_offs');
    const provider = { getMigrations: async () => Object.fromEntries(before) };
    expect((await new Migrator({ db: upgraded, provider }).migrateToLatest()).error).toBeUndefined();
    const transfer = {
      network: 'bitcoin',
      tx_hash: 'ab12',
      transfer_index: 0,
      to_address: 'bc1q',
      instrument: 'btc',
      amount: '1',
    };
    const state = { confirmations: 0, is_reorged: 1, detected_at: 1, times_written_off: 1, write_off_note: 'double spent' };
    await insertOld(upgraded, 'deposits', { ...transfer, ...state });
    await expect(migrate(upgraded)).rejects.toThrow(/wrote off the deposit ab12/);
    await sql`update deposits set times_written_off = 0`.execute(upgraded);
    await migrate(upgraded);
    expect(await upgraded.selectFrom('deposits').selectAll().execute()).toMatchObject([{ tx_hash: 'ab12', amount: '1' }]);
    await upgraded.destroy();
    old.remove();
  });
});

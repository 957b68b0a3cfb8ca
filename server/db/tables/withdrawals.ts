import { amount, bigint, integer, table, text, type RowOf } from '../table.ts';

/** Withdrawals of customers' earnings. */
export const withdrawalTables = {
  /**
   * What a customer asked for. Never changed, except what the customer was told later, and the token that moves to a replacement. The outbox row `WITHDRAWAL:id` has the state, and the ledger's journal `withdrawal:id`
   * what it did to the balance. Amounts are in the instrument, times in ms since 1970.
   */
  withdrawals: table({
    id: text().primaryKey(),
    user_id: integer().references('users'),
    instrument: text(),
    /** What leaves the customer's balance; `network_fee` of it pays for the transaction, the rest arrives */
    amount: amount(),
    network_fee: amount(),
    /** As the customer wrote it */
    to_address: text(),
    /** When the wait of D60 ends; null: none */
    wait_until: bigint().nullable(),
    /** Why it waits, as a JSON list of `WithdrawalWaitReason` */
    wait_reasons: text(),
    /** SHA-256, hex, of the token in the e-mail that can stop it; null: it does not wait */
    stop_token_hash: text().nullable().unique(),
    /** SHA-256, hex, of the Idempotency-Key of the request; null: it had none */
    idempotency_key: text().nullable(),
    /** The site that links in its e-mails open: "https://swap.example" */
    origin: text(),
    /** What the host signed: a {@link WithdrawalRecord} as canonical JSON */
    document: text(),
    signature: text(),
    key_id: text(),
    /** When the customer was told that it is delayed (D69); null: never */
    delayed_at: bigint().nullable(),
    /** When the customer was asked about a higher network fee (D69); null: never */
    asked_at: bigint().nullable(),
    created_at: bigint(),
  })
    .unique('user_id', 'idempotency_key')
    .indexes(['user_id', 'created_at', 'id'], ['to_address', 'created_at'], {
      name: 'withdrawals_found_by_address',
      columns: ['lower(to_address)', 'created_at'],
    }),
};

export type WithdrawalRow = RowOf<typeof withdrawalTables.withdrawals>;

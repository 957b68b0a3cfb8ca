import type { Decimal } from '../../../contract/money.ts';

/** Withdrawals of customers' earnings. */
export interface WithdrawalTables {
  withdrawals: WithdrawalTable;
}

/**
 * What a customer asked for. Never changed, except what the customer was told later, and the token that moves to a replacement. The outbox row `WITHDRAWAL:id` has the state, and the ledger's journal `withdrawal:id`
 * what it did to the balance. Amounts are in the instrument, times in ms since 1970.
 */
export interface WithdrawalTable {
  id: string;
  user_id: number;
  instrument: string;
  /** What leaves the customer's balance; `network_fee` of it pays for the transaction, the rest arrives */
  amount: Decimal;
  network_fee: Decimal;
  /** As the customer wrote it */
  to_address: string;
  /** When the wait of D60 ends; null: none */
  wait_until: number | null;
  /** Why it waits, as a JSON list of `WithdrawalWaitReason` */
  wait_reasons: string;
  /** SHA-256, hex, of the token in the e-mail that can stop it; null: it does not wait */
  stop_token_hash: string | null;
  /** SHA-256, hex, of the Idempotency-Key of the request; null: it had none */
  idempotency_key: string | null;
  /** The site that links in its e-mails open: "https://swap.example" */
  origin: string;
  /** What the host signed: a {@link WithdrawalRecord} as canonical JSON */
  document: string;
  signature: string;
  key_id: string;
  /** When the customer was told that it is delayed (D69); null: never */
  delayed_at: number | null;
  /** When the customer was asked about a higher network fee (D69); null: never */
  asked_at: number | null;
  created_at: number;
}
export type WithdrawalRow = Readonly<WithdrawalTable>;

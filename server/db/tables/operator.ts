import type { Decimal } from '../../../contract/money.ts';

/** What operators did, and the switches that they set. Times are in ms since 1970. */
export interface OperatorTables {
  operator_actions: OperatorActionTable;
  switches: SwitchTable;
  approvals: ApprovalTable;
  reserve_thresholds: ReserveThresholdTable;
  settings: SettingTable;
  notices: NoticeTable;
  action_checkpoints: ActionCheckpointTable;
}

/** An act that a second operator must approve (D61). It can be approved for 24 hours. */
export interface ApprovalTable {
  id: string;
  act: string;
  /** JSON */
  input: string;
  /** Of what the first operator was shown */
  digest: string;
  subject: string;
  /** JSON */
  effect: string;
  reason: string;
  /** The number of the customer who asked */
  requested_by: number;
  requested_at: number;
  /** CHANGED: what it would do had changed when it was approved. WITHDRAWN: by the one who asked */
  state: 'OPEN' | 'APPROVED' | 'REFUSED' | 'WITHDRAWN' | 'CHANGED';
  decided_by: number | null;
  decided_at: number | null;
  /** The reason of the second operator */
  decision: string | null;
}

/** One act of an operator, written in the transaction of the act. Append-only; each row names the hash of the one before it. */
export interface OperatorActionTable {
  /** Counts up without a gap, from 1 */
  number: number;
  /** What the act was about, such as a send, an order or a coin: as in the document */
  subject: string;
  /** canonical JSON, as signed: `ActionRecord` */
  document: string;
  /** hex */
  signature: string;
  key_id: string;
}

/** Something that an operator closed. Without a row it is open. */
export interface SwitchTable {
  /** New orders in which a customer sends or receives the coin, or payments to customers */
  closes: 'SEND' | 'RECEIVE' | 'PAYOUTS';
  target: 'EVERYTHING' | 'NETWORK' | 'INSTRUMENT' | 'CUSTOMER';
  /** Of the network or instrument, the number of the customer; empty for everything */
  slug: string;
  /** Of a closed side: one that customers see. Of payouts: the operator's own words */
  reason: string | null;
  /** The operator, as in the record of the act */
  set_by: string;
  set_at: number;
}

/** What operators tell customers about a coin, a network or everything, until its end. */
export interface NoticeTable {
  /** `everything`, `network:` or `instrument:` and a slug */
  concerns: string;
  /** JSON: a text for each language, by its code */
  texts: string;
  until: number;
  /** The operator, as in the record of the act */
  set_by: string;
  set_at: number;
}

/** What the record of acts was at a time, signed each hour. Append-only; each row names the hash of the one before it. */
export interface ActionCheckpointTable {
  /** Counts up without a gap, from 1 */
  number: number;
  /** canonical JSON, as signed: `CheckpointRecord` */
  document: string;
  /** hex */
  signature: string;
  key_id: string;
}

/** Operators are alerted when the free reserve of the coin is smaller. */
export interface ReserveThresholdTable {
  instrument: string;
  /** In the instrument */
  amount: Decimal;
  /** The operator, as in the record of the act */
  set_by: string;
  set_at: number;
}

/** A setting that operators gave a value (D72). Without a row, the environment decides. */
export interface SettingTable {
  /** As in `SETTINGS`: the name of its environment variable */
  name: string;
  /** As in the environment */
  value: string;
  /** The operator, as in the record of the act */
  set_by: string;
  set_at: number;
}
export type SettingRow = Readonly<SettingTable>;

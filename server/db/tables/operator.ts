import { amount, bigint, integer, table, text, type RowOf } from '../table.ts';

/** What operators did, and the switches that they set. Times are in ms since 1970. */
export const operatorTables = {
  /** One act of an operator, written in the transaction of the act. Append-only; each row names the hash of the one before it. */
  operator_actions: table({
    /** Counts up without a gap, from 1 */
    number: integer().primaryKey(),
    /** What the act was about, such as a send, an order or a coin: as in the document */
    subject: text(),
    /** canonical JSON, as signed: `ActionRecord` */
    document: text(),
    /** hex */
    signature: text(),
    key_id: text(),
  })
    .indexes(['subject', 'number'])
    .appendOnly(),
  /** Something that an operator closed. Without a row it is open. */
  switches: table({
    /** New orders in which a customer sends or receives the coin, or payments to customers */
    closes: text<'SEND' | 'RECEIVE' | 'PAYOUTS'>(),
    target: text<'EVERYTHING' | 'NETWORK' | 'INSTRUMENT' | 'CUSTOMER'>(),
    /** Of the network or instrument, the number of the customer; empty for everything */
    slug: text(),
    /** Of a closed side: one that customers see. Of payouts: the operator's own words */
    reason: text().nullable(),
    /** The operator, as in the record of the act */
    set_by: text(),
    set_at: bigint(),
  }).key('closes', 'target', 'slug'),
  /** An act that a second operator must approve (D61). It can be approved for 24 hours. */
  approvals: table({
    id: text().primaryKey(),
    act: text(),
    /** JSON */
    input: text(),
    /** Of what the first operator was shown */
    digest: text(),
    subject: text(),
    /** JSON */
    effect: text(),
    reason: text(),
    /** The number of the customer who asked */
    requested_by: integer(),
    requested_at: bigint(),
    /** CHANGED: what it would do had changed when it was approved. WITHDRAWN: by the one who asked */
    state: text<'OPEN' | 'APPROVED' | 'REFUSED' | 'WITHDRAWN' | 'CHANGED'>(),
    decided_by: integer().nullable(),
    decided_at: bigint().nullable(),
    /** The reason of the second operator */
    decision: text().nullable(),
  }).indexes(['state', 'requested_at']),
  /** Operators are alerted when the free reserve of the coin is smaller. */
  reserve_thresholds: table({
    instrument: text().primaryKey(),
    /** In the instrument */
    amount: amount(),
    /** The operator, as in the record of the act */
    set_by: text(),
    set_at: bigint(),
  }),
  /** A setting that operators gave a value (D72). Without a row, the environment decides. */
  settings: table({
    /** As in `SETTINGS`: the name of its environment variable */
    name: text().primaryKey(),
    /** As in the environment */
    value: text(),
    /** The operator, as in the record of the act */
    set_by: text(),
    set_at: bigint(),
  }),
  /** What operators tell customers about a coin, a network or everything, until its end. */
  notices: table({
    /** `everything`, `network:` or `instrument:` and a slug */
    concerns: text().primaryKey(),
    /** JSON: a text for each language, by its code */
    texts: text(),
    until: bigint(),
    /** The operator, as in the record of the act */
    set_by: text(),
    set_at: bigint(),
  }),
  /** What the record of acts was at a time, signed each hour. Append-only; each row names the hash of the one before it. */
  action_checkpoints: table({
    /** Counts up without a gap, from 1 */
    number: integer().primaryKey(),
    /** canonical JSON, as signed: `CheckpointRecord` */
    document: text(),
    /** hex */
    signature: text(),
    key_id: text(),
  }).appendOnly(),
};

export type ApprovalTable = RowOf<typeof operatorTables.approvals>;
export type OperatorActionTable = RowOf<typeof operatorTables.operator_actions>;
export type SwitchTable = RowOf<typeof operatorTables.switches>;
export type NoticeTable = RowOf<typeof operatorTables.notices>;
export type ActionCheckpointTable = RowOf<typeof operatorTables.action_checkpoints>;
export type ReserveThresholdTable = RowOf<typeof operatorTables.reserve_thresholds>;
export type SettingRow = RowOf<typeof operatorTables.settings>;

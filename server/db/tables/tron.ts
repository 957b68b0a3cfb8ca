import { amount, bigint, integer, table, text, type NewRowOf, type RowOf } from '../table.ts';

/** The real TRON network: our payments, and what left the treasury as blocks show it. `network` is a network slug. */
export const tronTables = {
  /** A signed transaction of a payment, written before it is broadcast. Of one payment's transactions, all but one are EXPIRED. */
  tron_sends: table({
    network: text(),
    tx_hash: text(),
    idempotency_key: text(),
    instrument: text(),
    from_index: integer(),
    from_address: text(),
    to_address: text(),
    amount: amount(),
    /** In hex; the same bytes are broadcast again after a crash */
    bytes: text(),
    /** Only blocks after this height can include it */
    reference_height: integer(),
    /** The first block with this time is the last one that can include it. In ms since 1970 */
    expires_at: bigint(),
    /** The most that it can burn, in the native instrument */
    max_fee: amount(),
    created_at: bigint(),
    /** EXPIRED: no block includes it, and none can any more */
    outcome: text<'PENDING' | 'CONFIRMED' | 'FAILED' | 'EXPIRED'>().default('PENDING'),
  })
    .key('network', 'tx_hash')
    .indexes(
      {
        name: 'tron_sends_live',
        columns: ['network', 'idempotency_key'],
        isUnique: true,
        where: "outcome <> 'EXPIRED'",
      },
      ['network', 'outcome'],
    ),
  /** Up to which solid block the treasury's transactions were read. */
  tron_readers: table({
    network: text().primaryKey(),
    height: integer(),
    /** In ms since 1970 */
    time: bigint(),
    /** Nothing is paid before a solid block has this time: what a lost host signed may still be on its way. In ms since 1970 */
    quiet_until: bigint(),
  }),
  /** A transaction of the treasury's address in a solid block. It may be a payment that the books do not know (D73). */
  tron_outgoing: table({
    network: text(),
    /** Counted from 0, in the order of the network */
    position: integer(),
    tx_hash: text(),
  })
    .key('network', 'position')
    .unique('network', 'tx_hash'),
};

export type TronSendRow = Omit<RowOf<typeof tronTables.tron_sends>, 'network'>;
export type NewTronSend = Omit<NewRowOf<typeof tronTables.tron_sends>, 'network'>;
export type TronReaderRow = Omit<RowOf<typeof tronTables.tron_readers>, 'network'>;

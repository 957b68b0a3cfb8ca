import Type, { type Static } from 'typebox';
import { closed, DecimalText, nullable, Timestamp } from '../schemas/common.ts';
import { ActOffer } from './acts.ts';

/** A network in RECOVERY (D73): what left its treasury and was not in the books, and what can be said of each transaction. */

export const RecoveryQuery = Type.Object({ network: Type.String({ minLength: 1, maxLength: 100 }) }, closed);
export type RecoveryInput = Static<typeof RecoveryQuery>;

const Transaction = Type.Object({
  position: Type.Integer({ description: 'Which transaction of the treasury, counted from 0. On EVM networks the nonce' }),
  txHash: Type.String(),
  explorerUrl: nullable(Type.String()),
  foundAt: Timestamp,
  transfers: Type.Array(
    Type.Object({
      instrument: Type.String(),
      amount: DecimalText,
      address: Type.String(),
      memo: nullable(Type.String()),
      sendId: nullable(Type.String({ description: 'The payment that it is; null: none that is known' })),
    }),
    { description: 'Empty: the transaction failed' },
  ),
  fee: Type.Object({ instrument: Type.String(), amount: DecimalText }),
  explanation: nullable(
    Type.Enum(['PAYMENT', 'OWN', 'LOSS'] as const, {
      description:
        'null: nobody has explained all of it yet. PAYMENT: of payments, which its transfers name unless the books knew them before',
    }),
  ),
  explainedBy: nullable(Type.String({ description: 'The operator; null: the host, or nobody yet' })),
  explainedAt: nullable(Timestamp),
  payments: Type.Array(Type.String(), { description: 'Ids of unsent payments that it may have been' }),
  orders: Type.Array(Type.String(), { description: 'Ids of open orders without a payment that name its recipient' }),
  acts: Type.Array(ActOffer),
});

export const RecoveryResponse = Type.Object({
  recovery: nullable(
    Type.Object(
      {
        network: Type.String(),
        title: Type.String(),
        state: Type.Enum(['READING', 'EXPLAINING', 'CONFIRMED'] as const),
        reason: Type.String({ description: 'BOOKS_BEHIND, MARK or RESTORED' }),
        since: Timestamp,
        readFrom: nullable(Type.Integer({ description: 'The first position that the books did not know; null: not asked yet' })),
        readTo: nullable(Type.Integer({ description: 'The position after the last listed one' })),
        transactions: Type.Array(Transaction, { description: 'By position' }),
        acts: Type.Array(ActOffer, { description: 'For the whole list' }),
      },
      { description: 'null: the network is not in RECOVERY' },
    ),
  ),
});
export type Recovery = Static<typeof RecoveryResponse>;

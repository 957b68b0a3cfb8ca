import Type, { type Static } from 'typebox';
import { PURCHASE_STAGES } from '../fiat/cardPurchase.ts';
import { DecimalText, nullable, OrderId, Timestamp } from '../schemas/common.ts';
import { Page } from './orders.ts';

/** Card purchases as operators see them. They can be read only: the provider decides about them. */

const Stage = Type.Enum([...PURCHASE_STAGES]);

const PurchaseLine = {
  purchaseId: Type.String(),
  stage: Stage,
  stageSince: Timestamp,
  isProcessing: Type.Boolean({ description: 'The newest report has a status that this version does not know' }),
  customerId: Type.Integer(),
  currency: Type.String({ description: 'The slug of the money' }),
  amount: DecimalText,
  instrument: Type.String({ description: 'The slug of the coin' }),
  amountToGet: DecimalText,
  reference: nullable(Type.String({ description: 'The number at the provider' })),
  createdAt: Timestamp,
};

export const PurchasesQuery = Type.Object({
  stage: Type.Optional(
    Type.Enum(['OPEN', ...PURCHASE_STAGES] as const, { description: 'OPEN: all that have not ended. It is the default' }),
  ),
  page: Type.Optional(Page),
});
export type PurchasesInput = Static<typeof PurchasesQuery>;
export const PurchasesResponse = Type.Object({
  purchases: Type.Array(Type.Object(PurchaseLine), { description: 'Newest first' }),
  nextPage: nullable(Type.Integer()),
});
export type Purchases = Static<typeof PurchasesResponse>;

export const PurchaseQuery = Type.Object({ purchaseId: OrderId });
export type PurchaseInput = Static<typeof PurchaseQuery>;
export const PurchaseResponse = Type.Object({
  ...PurchaseLine,
  fees: Type.Array(Type.Object({ kind: Type.String(), amount: DecimalText })),
  destinationAddress: Type.String(),
  txHash: nullable(Type.String()),
  explorerUrl: nullable(Type.String()),
  cardEnding: nullable(Type.String()),
  endReason: nullable(Type.String()),
  wasHeld: Type.Boolean({ description: 'The bank held or took the money at some time' }),
  termsVersion: Type.String({ description: 'The terms of the provider that the customer agreed to' }),
  consentedAt: Timestamp,
  askedAt: nullable(Type.String({ ...Timestamp, description: 'When the provider is asked next; null: never again' })),
  events: Type.Array(Type.Object({ kind: Type.String(), at: Timestamp })),
  reports: Type.Array(
    Type.Object({
      reportId: Type.String(),
      source: Type.Enum(['CALLBACK', 'POLL'] as const),
      type: Type.String(),
      status: Type.String(),
      reportedAt: Timestamp,
      receivedAt: Timestamp,
      body: Type.String({ description: 'As it was received; empty after 90 days' }),
    }),
    { description: 'What the provider reported, the newest first' },
  ),
});
export type ConsolePurchase = Static<typeof PurchaseResponse>;

import Type, { type Static } from 'typebox';
import {
  Address,
  closed,
  DecimalText,
  Email,
  Memo,
  NetworkTitle,
  nullable,
  OrderId,
  QuoteId,
  RateModeSchema,
  ReferrerId,
  Slug,
  Ticker,
  Timestamp,
  TransactionHash,
} from './common.ts';
import { ATTENTION_ACTIONS, ATTENTION_REASONS, ORDER_STATUSES } from '../order.ts';
import { SignedGuarantee, SignedReceipt } from './guarantee.ts';
import { InstrumentSchema } from './instruments.ts';
import { PairDataSchema } from './rates.ts';

const InstrumentReference = Type.Object({ currencyTitle: Ticker, networkTitle: NetworkTitle, slug: Slug }, closed);

/** Specification §3 "Create order payload", with `quoteId` (D4) and `orderTokenHash` (D3) added. */
export const CreateOrderBody = Type.Object(
  {
    rateMode: RateModeSchema,
    instrumentFrom: InstrumentReference,
    instrumentTo: InstrumentReference,
    destinationAddress: Address,
    destinationAddressMemo: Type.Optional(Memo),
    refundAddress: Type.Optional(Address),
    refundAddressMemo: Type.Optional(Memo),
    claimedPublicRate: Type.Object(
      {
        finalNetworkFeeAmount: DecimalText,
        platformFee_Absolute: DecimalText,
        price: DecimalText,
        quotes: PairDataSchema.properties.quotes,
        updatedAt: Timestamp,
        claimedAmountToReceive: DecimalText,
      },
      closed,
    ),
    claimedNetworkFee: DecimalText,
    claimedDepositAmount: DecimalText,
    userEmail: Type.Optional(Email),
    legacyOrderId: Type.Optional(Type.String({ maxLength: 64 })),
    referrerId: Type.Optional(ReferrerId),
    utmData: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 1_000 }), { maxProperties: 24 })),
    browserFingerprint: Type.Optional(Type.String({ maxLength: 128 })),
    quoteId: Type.Optional(QuoteId),
    orderTokenHash: Type.Optional(
      Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the order token, hex (D3)' }),
    ),
  },
  closed,
);
export type CreateOrderInput = Static<typeof CreateOrderBody>;

const Leg = { txHash: Type.String(), explorerUrl: nullable(Type.String()) };

export const OrderSchema = Type.Object({
  orderId: OrderId,
  rateMode: RateModeSchema,
  pair: Type.Object({ instrumentFrom: InstrumentSchema, instrumentTo: InstrumentSchema }),
  destinationAddress: Type.String(),
  destinationAddressMemo: nullable(Type.String()),
  refundAddress: nullable(Type.String({ description: 'Masked (D3)' })),
  refundAddressMemo: nullable(Type.String()),
  userEmail: nullable(Type.String({ description: 'Masked (D3)' })),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  serverTime: Timestamp,
  claimedDepositAmount: DecimalText,
  claimedPublicRate: Type.Object({ price: DecimalText }),
  /** Of the offer that the customer accepted when the rate changed (D5); amount and fees are that offer's until it is priced anew. */
  acceptedPrice: Type.Optional(nullable(DecimalText)),
  settledPrice: Type.Optional(nullable(DecimalText)),
  claimedNetworkFee: DecimalText,
  platformFee_Absolute: DecimalText,
  amountToGet: DecimalText,
  depositAddress: Type.String(),
  depositAddressMemo: nullable(Type.String()),
  deposits: Type.Array(
    Type.Object({
      amount: DecimalText,
      confirmations: Type.Integer({ minimum: 0 }),
      detectedAt: Timestamp,
      ...Leg,
      instrument: Type.Optional(InstrumentReference),
      isExtra: Type.Optional(Type.Boolean({ description: 'Came besides what the order is about (D6)' })),
    }),
  ),
  withdrawals: Type.Array(
    Type.Object({
      amount: DecimalText,
      sentAt: nullable(Timestamp),
      txHash: nullable(Type.String()),
      explorerUrl: nullable(Type.String()),
    }),
  ),
  refunds: Type.Array(
    Type.Object({
      amount: DecimalText,
      networkFee: DecimalText,
      instrument: Type.Optional(InstrumentReference),
      isExtra: Type.Optional(Type.Boolean({ description: 'Gives back a deposit that came besides (D6)' })),
      depositTxHash: nullable(Type.String()),
      depositIndex: Type.Optional(
        nullable(Type.Integer({ minimum: 0, description: 'Which transfer of that transaction; null: all of the order' })),
      ),
      sentAt: nullable(Timestamp),
      txHash: nullable(Type.String()),
      explorerUrl: nullable(Type.String()),
    }),
  ),
  /** Hosts that know only the specification do not send it (D57). */
  status: Type.Optional(Type.Enum(ORDER_STATUSES, { description: 'The state of the order (D57)' })),
  orderEvents: Type.Array(Type.Object({ kind: Type.String(), createdAt: Timestamp })),
  minConfirmationsToWithdraw: Type.Integer({ minimum: 0 }),
  redirectUrl: nullable(Type.String()),
  legacyOrderId: nullable(Type.String()),
  isExpired: Type.Boolean({
    description: 'No deposit came in time, or the network took it back before anything left (D5); computed, no event',
  }),
  waitsFor: Type.Optional(
    nullable(
      Type.Enum(['REST', 'PRICE', 'NETWORK', 'DEPOSIT_NETWORK'], {
        description:
          'Why a deposit that came moves nothing: it is less than can be exchanged, there is no trustworthy price, the payout would cost far more than shown, or the time is over and what came in it is not all known yet (D9)',
      }),
    ),
  ),
  attention: Type.Optional(
    nullable(
      Type.Object({
        reason: Type.Enum(ATTENTION_REASONS),
        actions: Type.Array(Type.Enum(ATTENTION_ACTIONS)),
        deadline: nullable(Timestamp),
      }),
    ),
  ),
  /** Those that wait, and the newest of those that are decided; `attention` says CLAIM_HELD only where nothing goes before it. */
  claims: Type.Optional(
    Type.Array(
      Type.Object({
        txHash: Type.String({ description: 'Masked (D3)' }),
        state: Type.Enum(['HELD', 'ATTRIBUTED', 'REJECTED'], {
          description: 'A person compares it; it is a deposit of the order; a person has said that it is not',
        }),
      }),
    ),
  ),
  /**
   * At least until then the host looks for payments to this order by itself (D6), and as long as money is in it. null: it
   * does not any more, and claim-deposit finds what was sent to an address of the order's own.
   */
  watchedUntil: Type.Optional(nullable(Timestamp)),
  guarantee: Type.Optional(nullable(SignedGuarantee)),
  receipt: Type.Optional(nullable(SignedReceipt)),
});
export type Order = Static<typeof OrderSchema>;

export const OrderInfoQuery = Type.Object({ orderId: OrderId, destinationAddress: Address }, closed);
export const OrderRefundInfoQuery = Type.Object({ orderId: OrderId }, closed);

/**
 * Money that came besides what the order is about (D6), and its refund: amounts in its own instrument. `actions` are what
 * can be done now; `deadline` is when it goes to `refundAddress` by itself, null when it does not. The two amounts are null
 * while the network fee is not known, and what they were once it is on its way.
 */
export const ExtraDepositSchema = Type.Object({
  depositTxHash: Type.String(),
  depositIndex: Type.Integer({ minimum: 0, description: 'Which transfer of the transaction' }),
  instrument: InstrumentReference,
  amount: DecimalText,
  networkFee: nullable(DecimalText),
  refundAmount: nullable(DecimalText),
  refundAddress: nullable(Type.String({ description: 'Masked' })),
  state: Type.Enum(['CONFIRMING', 'HERE', 'REFUNDING', 'REFUNDED']),
  actions: Type.Array(Type.Enum(ATTENTION_ACTIONS)),
  deadline: nullable(Timestamp),
});
export type ExtraDeposit = Static<typeof ExtraDepositSchema>;

/** What the customer decides between: the refund (§3), and the exchange at today's rate with the quote it names (D5). */
export const OrderRefundInfoAnswer = Type.Object({
  refundAmountWithoutNetworkFee: DecimalText,
  networkFee: DecimalText,
  refundAmount: Type.Optional(DecimalText),
  refundAddress: Type.Optional(nullable(Type.String({ description: 'Masked' }))),
  depositedAmount: Type.Optional(DecimalText),
  originalAmountToGet: Type.Optional(DecimalText),
  offer: Type.Optional(
    nullable(
      Type.Object({ quoteId: QuoteId, amountToGet: DecimalText, price: DecimalText, fees: DecimalText, validUntil: Timestamp }),
    ),
  ),
  extra: Type.Optional(Type.Array(ExtraDepositSchema)),
});
export type OrderRefundInfo = Static<typeof OrderRefundInfoAnswer>;

export const SetEmailBody = Type.Object(
  { orderId: OrderId, userEmail: Email, destinationAddress: Type.Optional(Address) },
  closed,
);
/** Nothing that its caller did not know: an id alone reads no order (D3). */
export const SetEmailAnswer = Type.Object({ orderId: OrderId, userEmail: Type.String({ description: 'Masked (D3)' }) });
export type SetEmailOutput = Static<typeof SetEmailAnswer>;
export const RequestRefundBody = Type.Object(
  {
    orderId: OrderId,
    destinationAddress: Address,
    refundAddress: Type.Optional(Address),
    refundAddressMemo: Type.Optional(Memo),
    refundAmount: DecimalText,
    claimedNetworkFee: DecimalText,
    depositTxHash: Type.Optional(TransactionHash),
    depositIndex: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
  },
  closed,
);
/** A deposit that came without its memo, and whose it is said to be (D6). */
export const ClaimDepositBody = Type.Object({ orderId: OrderId, destinationAddress: Address, txHash: TransactionHash }, closed);
export const AcceptRateModeChangeBody = Type.Object(
  { orderId: OrderId, destinationAddress: Address, quoteId: Type.Optional(QuoteId) },
  closed,
);

/** D39: rounded amounts, and no id, address or hash. */
export const LatestOrdersAnswer = Type.Array(
  Type.Object({
    instrumentFromSlug: Slug,
    instrumentToSlug: Slug,
    currencyFrom: Ticker,
    currencyTo: Ticker,
    amountFrom: DecimalText,
    amountTo: DecimalText,
    completedAt: Timestamp,
  }),
);
export type LatestOrders = Static<typeof LatestOrdersAnswer>;
export type SetEmailInput = Static<typeof SetEmailBody>;
export type RequestRefundInput = Static<typeof RequestRefundBody>;
export type ClaimDepositInput = Static<typeof ClaimDepositBody>;
export type AcceptRateModeChangeInput = Static<typeof AcceptRateModeChangeBody>;

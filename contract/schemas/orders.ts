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
import { FiatPurchaseSchema, NewFiatPurchase } from './fiat.ts';
import { SignedGuarantee, SignedReceipt } from './guarantee.ts';
import { InstrumentSchema } from './instruments.ts';
import { PairDataSchema } from './rates.ts';

const InstrumentReference = Type.Object(
  { currencyTitle: Ticker, networkTitle: NetworkTitle, slug: Slug },
  { ...closed, title: 'InstrumentReference' },
);

/** The "Create order payload" of §3 with the additions `quoteId` (D4) and `orderTokenHash` (D3). */
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
    fiat: Type.Optional({
      ...NewFiatPurchase,
      description: 'Needed when `instrumentFrom` is money: the order is a card purchase (D62)',
    }),
  },
  { ...closed, title: 'NewOrder' },
);
export type CreateOrderInput = Static<typeof CreateOrderBody>;

/** RECIPIENT_BLOCKED: the token's contract blocks the destination address. */
export const RefundReason = Type.Enum(['RECIPIENT_BLOCKED']);

const Leg = { txHash: Type.String(), explorerUrl: nullable(Type.String()) };
const ValueUsd = Type.Optional(
  nullable(
    Type.Unsafe<string>({
      ...DecimalText,
      description: 'What the amount was worth in USD when the payment was decided; null: no price was known',
    }),
  ),
);

export const OrderSchema = Type.Object(
  {
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
    /** Until when the deposit must be in a block to keep the fixed rate (D55); null: a floating rate. */
    confirmBy: Type.Optional(nullable(Timestamp)),
    /**
     * Whether a deposit that is seen now would keep the fixed rate (D55): false when the market left the limit of the order.
     * null: a floating rate, no trusted price, or no deposit is awaited any more.
     */
    rateHeld: Type.Optional(nullable(Type.Boolean())),
    /** By how many percent the market may get worse before the fixed rate is lost (D67); null: floating (additive). */
    fixedMarketLimitPercent: Type.Optional(nullable(DecimalText)),
    serverTime: Timestamp,
    claimedDepositAmount: DecimalText,
    claimedPublicRate: Type.Object({ price: DecimalText }),
    /** The price of the accepted offer after a rate change (D5). Until the order is priced, amount and fees are that offer's too. */
    acceptedPrice: Type.Optional(nullable(DecimalText)),
    settledPrice: Type.Optional(nullable(DecimalText)),
    claimedNetworkFee: DecimalText,
    /** The part of `claimedNetworkFee` that pays for collecting the deposit (D53). */
    collectionFeeAmount: Type.Optional(DecimalText),
    platformFee_Absolute: DecimalText,
    amountToGet: DecimalText,
    depositAddress: Type.String(),
    depositAddressMemo: nullable(Type.String()),
    deposits: Type.Array(
      Type.Object(
        {
          amount: DecimalText,
          confirmations: Type.Integer({ minimum: 0 }),
          detectedAt: Timestamp,
          ...Leg,
          instrument: Type.Optional(InstrumentReference),
          isExtra: Type.Optional(Type.Boolean({ description: 'An extra deposit (D6)' })),
        },
        { title: 'Deposit' },
      ),
    ),
    withdrawals: Type.Array(
      Type.Object(
        {
          amount: DecimalText,
          /** What the recipient received, when a token credited less than `amount`. */
          arrivedAmount: Type.Optional(DecimalText),
          valueUsd: ValueUsd,
          sentAt: nullable(Timestamp),
          txHash: nullable(Type.String()),
          explorerUrl: nullable(Type.String()),
        },
        { title: 'Withdrawal' },
      ),
    ),
    refunds: Type.Array(
      Type.Object(
        {
          amount: DecimalText,
          valueUsd: ValueUsd,
          networkFee: DecimalText,
          instrument: Type.Optional(InstrumentReference),
          isExtra: Type.Optional(Type.Boolean({ description: 'The refund of an extra deposit (D6)' })),
          depositTxHash: nullable(Type.String()),
          depositIndex: Type.Optional(
            nullable(
              Type.Integer({
                minimum: 0,
                description: 'Index of the transfer in that transaction; null: all deposits of the order',
              }),
            ),
          ),
          sentAt: nullable(Timestamp),
          txHash: nullable(Type.String()),
          explorerUrl: nullable(Type.String()),
        },
        { title: 'Refund' },
      ),
    ),
    /** Why the host refunds an order that it could not pay out; absent: the customer or a deadline decided (D6). */
    refundReason: Type.Optional(RefundReason),
    /** Hosts that know only the specification do not send it (D57). */
    status: Type.Optional(Type.Enum(ORDER_STATUSES, { description: 'The state of the order (D57)' })),
    orderEvents: Type.Array(Type.Object({ kind: Type.String(), createdAt: Timestamp }, { title: 'OrderEvent' })),
    minConfirmationsToWithdraw: Type.Integer({ minimum: 0 }),
    redirectUrl: nullable(Type.String()),
    legacyOrderId: nullable(Type.String()),
    isExpired: Type.Boolean({
      description: 'No deposit arrived in time, or a reorg dropped it before anything was sent (D5). Computed, without an event',
    }),
    waitsFor: Type.Optional(
      nullable(
        Type.Enum(['REST', 'PRICE', 'NETWORK', 'DEPOSIT_NETWORK'], {
          description:
            'Why a deposit does not move the order (D9). REST: it is too small to exchange. PRICE: there is no trusted price. NETWORK: the payout would cost far more than shown. DEPOSIT_NETWORK: its network was not read up to the time limit',
        }),
      ),
    ),
    attention: Type.Optional(
      nullable(
        Type.Object(
          {
            reason: Type.Enum(ATTENTION_REASONS),
            actions: Type.Array(Type.Enum(ATTENTION_ACTIONS)),
            deadline: nullable(Timestamp),
          },
          { title: 'Attention' },
        ),
      ),
    ),
    /** All held claims and the newest decided ones. `attention` reports CLAIM_HELD only when no other reason precedes it. */
    claims: Type.Optional(
      Type.Array(
        Type.Object(
          {
            txHash: Type.String({ description: 'Masked (D3)' }),
            state: Type.Enum(['HELD', 'ATTRIBUTED', 'REJECTED'], {
              description:
                'HELD: awaits manual review. ATTRIBUTED: is a deposit of the order. REJECTED: does not belong to the order',
            }),
          },
          { title: 'DepositClaim' },
        ),
      ),
    ),
    /**
     * The host watches for payments at least until this time, and as long as the order holds money (D6). null: it has stopped.
     * claim-deposit then finds payments to the order's own address.
     */
    watchedUntil: Type.Optional(nullable(Timestamp)),
    /** The order whose later deposit this order exchanges (D63); null: this order was created by the customer. */
    firstOrderId: Type.Optional(nullable(OrderId)),
    /** The orders that exchange later deposits of this one (D63), oldest first. They have the same destination and token. */
    laterOrders: Type.Optional(
      Type.Array(
        Type.Object(
          {
            orderId: OrderId,
            amount: DecimalText,
            status: Type.Enum(ORDER_STATUSES),
            createdAt: Timestamp,
          },
          { title: 'LaterOrder' },
        ),
      ),
    ),
    /** The smallest deposit of a floating order that is exchanged now, in instrumentFrom; null: unknown, or none is awaited (additive). */
    minimumDeposit: Type.Optional(nullable(DecimalText)),
    /** Set for a card purchase (D62), which has no deposit address, deposits or refunds of ours. */
    fiat: Type.Optional(nullable(FiatPurchaseSchema)),
    guarantee: Type.Optional(nullable(SignedGuarantee)),
    receipt: Type.Optional(nullable(SignedReceipt)),
  },
  { title: 'Order' },
);
export type Order = Static<typeof OrderSchema>;

export const OrderInfoQuery = Type.Object({ orderId: OrderId, destinationAddress: Address });
export const OrderRefundInfoQuery = Type.Object({ orderId: OrderId });

/**
 * An extra deposit and its refund (D6), with amounts in its own instrument. `actions` are available now. At `deadline` it is
 * refunded to `refundAddress` automatically; null: it is not. `networkFee` and `refundAmount` are null while the fee is unknown,
 * and final once the refund is sent.
 */
export const ExtraDepositSchema = Type.Object(
  {
    depositTxHash: Type.String(),
    depositIndex: Type.Integer({ minimum: 0, description: 'Index of the transfer in the transaction' }),
    instrument: InstrumentReference,
    amount: DecimalText,
    networkFee: nullable(DecimalText),
    /** The part of `networkFee` that pays for collecting the deposit (D8). */
    collectionFeeAmount: Type.Optional(DecimalText),
    refundAmount: nullable(DecimalText),
    refundAddress: nullable(Type.String({ description: 'Masked' })),
    state: Type.Enum(['CONFIRMING', 'HERE', 'REFUNDING', 'REFUNDED']),
    actions: Type.Array(Type.Enum(ATTENTION_ACTIONS)),
    deadline: nullable(Timestamp),
  },
  { title: 'ExtraDeposit' },
);
export type ExtraDeposit = Static<typeof ExtraDepositSchema>;

/** The two options of a decision: the refund (§3), and the exchange at the current rate with its quote (D5). */
export const OrderRefundInfoResponse = Type.Object(
  {
    refundAmountWithoutNetworkFee: DecimalText,
    networkFee: DecimalText,
    /** The part of `networkFee` that pays for collecting the deposit (D8). */
    collectionFeeAmount: Type.Optional(DecimalText),
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
  },
  { title: 'RefundInfo' },
);
export type OrderRefundInfo = Static<typeof OrderRefundInfoResponse>;

export const SetEmailBody = Type.Object(
  { orderId: OrderId, userEmail: Email, destinationAddress: Type.Optional(Address) },
  { ...closed, title: 'NewEmail' },
);
/** Contains nothing that the caller did not send, because an id alone must not read an order (D3). */
export const SetEmailResponse = Type.Object(
  { orderId: OrderId, userEmail: Type.String({ description: 'Masked (D3)' }) },
  { title: 'EmailSet' },
);
export type SetEmailOutput = Static<typeof SetEmailResponse>;
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
  { ...closed, title: 'RefundRequest' },
);
/** Claims a deposit without its memo, or on another network, for an order (D6). */
export const ClaimDepositBody = Type.Object(
  { orderId: OrderId, destinationAddress: Address, txHash: TransactionHash },
  { ...closed, title: 'DepositToClaim' },
);
/** Says that the customer sends no more of a partial deposit (D6). */
export const FinishDepositBody = Type.Object(
  { orderId: OrderId, destinationAddress: Address },
  { ...closed, title: 'FinishedDeposit' },
);
export const AcceptRateModeChangeBody = Type.Object(
  { orderId: OrderId, destinationAddress: Address, quoteId: Type.Optional(QuoteId) },
  { ...closed, title: 'AcceptedOffer' },
);

/** Rounded amounts without ids, addresses and hashes (D39). */
export const LatestOrdersResponse = Type.Array(
  Type.Object(
    {
      instrumentFromSlug: Slug,
      instrumentToSlug: Slug,
      currencyFrom: Ticker,
      currencyTo: Ticker,
      amountFrom: DecimalText,
      amountTo: DecimalText,
      completedAt: Timestamp,
    },
    { title: 'LatestOrder' },
  ),
);
export type LatestOrders = Static<typeof LatestOrdersResponse>;
export type SetEmailInput = Static<typeof SetEmailBody>;
export type RequestRefundInput = Static<typeof RequestRefundBody>;
export type ClaimDepositInput = Static<typeof ClaimDepositBody>;
export type AcceptRateModeChangeInput = Static<typeof AcceptRateModeChangeBody>;
export type FinishDepositInput = Static<typeof FinishDepositBody>;

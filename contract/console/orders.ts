import Type, { type Static } from 'typebox';
import { DecimalText, nullable, OrderId, Timestamp } from '../schemas/common.ts';
import { ActOffer } from './acts.ts';
import { WaitingItemSchema } from './overview.ts';

/** Orders, payments, claims and customers as operators see them. Amounts are in `instrument`. */

export const Page = Type.String({ pattern: '^[1-9][0-9]{0,6}$', description: 'From 1' });
/** Signed, unlike `DecimalText` */
const SignedDecimal = Type.String({ pattern: '^-?(?:0|[1-9]\\d{0,39})(?:\\.\\d{1,40})?$' });

export const PaymentSchema = Type.Object({
  sendId: Type.String(),
  kind: Type.Enum(['PAYOUT', 'REFUND', 'WITHDRAWAL', 'SWEEP', 'TOP_UP'] as const),
  state: Type.Enum(['PENDING', 'SENT', 'CONFIRMED', 'HELD', 'REFUSED', 'FAILED', 'CANCELLED'] as const),
  reason: nullable(Type.String()),
  orderId: nullable(Type.String()),
  withdrawalId: nullable(Type.String()),
  network: Type.String(),
  instrument: Type.String(),
  amount: DecimalText,
  usdValue: nullable(DecimalText),
  address: Type.String(),
  memo: nullable(Type.String()),
  txHash: nullable(Type.String()),
  explorerUrl: nullable(Type.String()),
  attempts: Type.Integer(),
  createdAt: Timestamp,
  notBefore: nullable(Timestamp),
  sentAt: nullable(Timestamp),
  confirmedAt: nullable(Timestamp),
  arrivedAmount: nullable(DecimalText),
  arrivalNote: nullable(Type.String()),
  isOverridden: Type.Boolean(),
});
export type ConsolePayment = Static<typeof PaymentSchema>;

export const PaymentsQuery = Type.Object({
  state: Type.Optional(
    Type.Enum(['WAITING', 'HELD', 'PENDING', 'REFUSED', 'FAILED', 'SENT', 'CONFIRMED', 'CANCELLED'] as const, {
      description: 'WAITING: all that has not left. It is the default',
    }),
  ),
  network: Type.Optional(Type.String({ maxLength: 100 })),
  page: Type.Optional(Page),
});
export type PaymentsInput = Static<typeof PaymentsQuery>;
export const PaymentsResponse = Type.Object({
  totals: Type.Array(
    Type.Object({
      network: Type.String(),
      state: Type.String(),
      count: Type.Integer(),
      usdValue: Type.String({ ...DecimalText, description: 'Of those whose value is known' }),
    }),
    { description: 'Payments to customers that are not confirmed' },
  ),
  payments: Type.Array(PaymentSchema, { description: 'Oldest first; CONFIRMED and CANCELLED newest first' }),
  nextPage: nullable(Type.Integer()),
});
export type Payments = Static<typeof PaymentsResponse>;

const DepositSchema = Type.Object({
  transfer: Type.String({ description: 'Transaction hash, # and the index of the transfer' }),
  explorerUrl: nullable(Type.String()),
  network: Type.String(),
  instrument: Type.String(),
  amount: DecimalText,
  memo: nullable(Type.String()),
  role: nullable(Type.String()),
  state: Type.String(),
  confirmations: Type.Integer(),
  detectedAt: Timestamp,
  bookedAt: nullable(Timestamp),
  refundAddress: nullable(Type.String()),
});
export type ConsoleDeposit = Static<typeof DepositSchema>;

export const NoteSchema = Type.Object({ by: Type.String(), at: Timestamp, text: Type.String() });
export type ConsoleNote = Static<typeof NoteSchema>;

const LedgerEntry = Type.Object({
  journalId: Type.String(),
  kind: Type.String(),
  account: Type.String(),
  instrument: Type.String(),
  amount: SignedDecimal,
  at: Timestamp,
});

const MailSchema = Type.Object({ kind: Type.String(), state: Type.String(), at: Timestamp });

export const ConsoleOrderQuery = Type.Object({ orderId: OrderId });
export type ConsoleOrderInput = Static<typeof ConsoleOrderQuery>;
export const ConsoleOrderResponse = Type.Object({
  orderId: Type.String(),
  status: Type.String(),
  rateMode: Type.String(),
  customerId: nullable(Type.Integer()),
  email: nullable(Type.String()),
  instrumentFrom: Type.String(),
  networkFrom: Type.String(),
  instrumentTo: Type.String(),
  networkTo: Type.String(),
  claimedAmount: DecimalText,
  amountToGet: DecimalText,
  price: DecimalText,
  marketPrice: DecimalText,
  platformFee: DecimalText,
  networkFee: DecimalText,
  depositAddress: Type.String(),
  depositMemo: nullable(Type.String()),
  destinationAddress: Type.String(),
  destinationMemo: nullable(Type.String()),
  refundAddress: nullable(Type.String()),
  refundMemo: nullable(Type.String()),
  hasOrderPass: Type.Boolean(),
  decisionReason: nullable(Type.String()),
  decisionDeadline: nullable(Timestamp),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  endedAt: nullable(Timestamp),
  watchUntil: Timestamp,
  firstOrderId: nullable(Type.String()),
  laterOrders: Type.Array(Type.String()),
  reserved: nullable(Type.Object({ instrument: Type.String(), amount: DecimalText })),
  settlement: nullable(
    Type.Object({
      settledAt: Timestamp,
      amount: DecimalText,
      price: DecimalText,
      marketPrice: DecimalText,
      payoutAmount: DecimalText,
      platformFee: DecimalText,
      networkFee: DecimalText,
    }),
  ),
  events: Type.Array(Type.Object({ kind: Type.String(), at: Timestamp }), { description: 'Oldest first' }),
  deposits: Type.Array(DepositSchema),
  sends: Type.Array(PaymentSchema),
  sweeps: Type.Array(Type.Object({ network: Type.String(), state: Type.String() })),
  claims: Type.Array(
    Type.Object({
      transfer: Type.String(),
      network: Type.String(),
      state: Type.String(),
      reason: nullable(Type.String()),
      at: Timestamp,
    }),
  ),
  ledger: Type.Array(LedgerEntry),
  mails: Type.Array(MailSchema),
  notes: Type.Array(NoteSchema, { description: 'Oldest first' }),
  waiting: Type.Array(WaitingItemSchema, { description: 'Why it waits for an operator' }),
  acts: Type.Array(ActOffer),
});
export type ConsoleOrder = Static<typeof ConsoleOrderResponse>;

export const ConsoleWithdrawalQuery = Type.Object({ sendId: Type.String({ pattern: '^WITHDRAWAL:[A-Za-z0-9_-]{22}$' }) });
export type ConsoleWithdrawalInput = Static<typeof ConsoleWithdrawalQuery>;
export const ConsoleWithdrawalResponse = Type.Object({
  withdrawalId: Type.String(),
  customerId: Type.Integer(),
  instrument: Type.String(),
  amount: DecimalText,
  networkFee: DecimalText,
  address: Type.String(),
  waitUntil: nullable(Timestamp),
  waitReasons: Type.Array(Type.String()),
  delayedAt: nullable(Timestamp),
  askedAt: nullable(Timestamp),
  createdAt: Timestamp,
  send: PaymentSchema,
  ledger: Type.Array(LedgerEntry),
  acts: Type.Array(ActOffer),
});
export type ConsoleWithdrawal = Static<typeof ConsoleWithdrawalResponse>;

export const ConsoleCustomerQuery = Type.Object({ customerId: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) });
export type ConsoleCustomerInput = Static<typeof ConsoleCustomerQuery>;
export const ConsoleCustomerResponse = Type.Object({
  customerId: Type.Integer(),
  email: nullable(Type.String()),
  isEmailConfirmed: Type.Boolean(),
  hasSecondFactor: Type.Boolean(),
  locale: Type.String(),
  createdAt: Timestamp,
  closedAt: nullable(Timestamp),
  frozenUntil: nullable(Type.String({ ...Timestamp, description: 'By a link of a mail (D70)' })),
  frozenByOperator: Type.Boolean(),
  scopes: Type.Array(Type.String()),
  sessions: Type.Array(
    Type.Object({
      kind: Type.String(),
      browser: nullable(Type.String()),
      system: nullable(Type.String()),
      networkAddress: nullable(Type.String({ description: 'Shortened' })),
      createdAt: Timestamp,
      lastUsedAt: Timestamp,
    }),
    { description: 'Open ones' },
  ),
  apiKeys: Type.Array(
    Type.Object({
      apiKeyId: Type.String(),
      name: Type.String(),
      isActive: Type.Boolean(),
      isPartner: Type.Boolean(),
      lastUsedAt: nullable(Timestamp),
    }),
  ),
  balances: Type.Array(Type.Object({ instrument: Type.String(), amount: SignedDecimal })),
  withdrawals: Type.Array(PaymentSchema, { description: 'The last 20, newest first' }),
  orders: Type.Array(
    Type.Object({
      orderId: Type.String(),
      status: Type.String(),
      instrumentFrom: Type.String(),
      instrumentTo: Type.String(),
      claimedAmount: DecimalText,
      createdAt: Timestamp,
    }),
    { description: 'The last 20, newest first' },
  ),
  notes: Type.Array(NoteSchema, { description: 'Oldest first' }),
  acts: Type.Array(ActOffer),
});
export type ConsoleCustomer = Static<typeof ConsoleCustomerResponse>;

export const ClaimsQuery = Type.Object({ page: Type.Optional(Page) });
export type ClaimsInput = Static<typeof ClaimsQuery>;
export const ClaimsResponse = Type.Object({
  deposits: Type.Array(
    Type.Object({
      deposit: DepositSchema,
      orders: Type.Array(
        Type.Object({
          orderId: Type.String(),
          status: Type.String(),
          claimedAmount: DecimalText,
          depositMemo: nullable(Type.String()),
          createdAt: Timestamp,
          hasClaimed: Type.Boolean({ description: 'Its customer claimed this transaction' }),
          claimReason: nullable(Type.String()),
          attribute: ActOffer,
          reject: nullable(ActOffer),
        }),
        { description: 'Orders that awaited this coin on this network; those that claimed it, and the nearest amount, first' },
      ),
    }),
  ),
  nextPage: nullable(Type.Integer()),
});
export type Claims = Static<typeof ClaimsResponse>;

import Type, { type Static } from 'typebox';
import { WITHDRAWAL_DELAYS, WITHDRAWAL_STATES, WITHDRAWAL_WAIT_REASONS } from '../accounts/withdrawal.ts';
import { EarningCoin } from './affiliates.ts';
import { InstrumentSchema } from './instruments.ts';
import { OpaqueToken, ProofSchema, SecondFactorChallenge } from './secondFactor.ts';
import { Address, closed, DecimalText, NetworkTitle, nullable, Ticker, Timestamp } from './common.ts';

/** Withdrawals of earnings and the movements of the wallet (§3, §7, D60, D66). Amounts are in USDT of TRON. */

const WithdrawalId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', description: '128 random bits, base64url' });
const Cursor = Type.String({ pattern: '^[A-Za-z0-9_.~-]{1,200}$', description: 'Returned by the page before; opaque' });
const WaitReasons = Type.Array(Type.Enum([...WITHDRAWAL_WAIT_REASONS]), {
  description: 'Why it waits before it is sent; empty: it is sent at once',
});
const StopToken = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', description: '128 random bits from the e-mail; can only stop' });

export const WithdrawalSchema = Type.Object(
  {
    withdrawalId: WithdrawalId,
    currencyTitle: Ticker,
    networkTitle: NetworkTitle,
    address: Address,
    amount: Type.String({ ...DecimalText, description: 'What leaves the balance' }),
    networkFee: DecimalText,
    arrives: Type.String({ ...DecimalText, description: 'The amount after the network fee' }),
    state: Type.Enum([...WITHDRAWAL_STATES], { title: 'WithdrawalState' }),
    delay: nullable(Type.Enum([...WITHDRAWAL_DELAYS], { title: 'WithdrawalDelay', description: 'Why it is `DELAYED`' })),
    question: nullable(
      Type.Object(
        {
          networkFee: Type.String({ ...DecimalText, description: 'The fee of now' }),
          arrives: Type.String({
            ...DecimalText,
            description: 'What would arrive at that fee. 0: nothing, so it can only be stopped',
          }),
          answerUntil: nullable(Timestamp),
        },
        {
          description:
            'After a day of a high network fee: accept the fee of now, or stop the withdrawal. Without an answer until `answerUntil`, the whole amount returns. With the delay RESTORED: confirm it again at the fee of now, or stop it; `answerUntil` is null',
        },
      ),
    ),
    waitUntil: nullable(Timestamp),
    waitReasons: WaitReasons,
    isCancellable: Type.Boolean(),
    createdAt: Timestamp,
    endedAt: nullable(Timestamp),
    txHash: nullable(Type.String()),
    explorerUrl: nullable(Type.String()),
  },
  { title: 'EarningsWithdrawal' },
);
export type Withdrawal = Static<typeof WithdrawalSchema>;

export const WithdrawalsQuery = Type.Object({ cursor: Type.Optional(Cursor) });
export type WithdrawalsInput = Static<typeof WithdrawalsQuery>;
export const WithdrawalsResponse = Type.Object({
  withdrawals: Type.Array(WithdrawalSchema, { description: 'Newest first' }),
  cursor: nullable(Cursor),
});
export type Withdrawals = Static<typeof WithdrawalsResponse>;

const target = { currencyTitle: Ticker, networkTitle: NetworkTitle, address: Address, amount: DecimalText };
export const WithdrawalProofBody = Type.Object(target, closed);
export type WithdrawalTarget = Static<typeof WithdrawalProofBody>;
export const WithdrawalProofResponse = SecondFactorChallenge;

/** The payload of §3, and additive fields. */
export const WithdrawBody = Type.Object(
  {
    ...target,
    proof: Type.Optional({
      ...ProofSchema,
      description: 'The answer to a challenge of `startWithdrawalProof` for this amount and address. It works once',
    }),
    feeQuote: Type.Optional({
      ...OpaqueToken,
      description: 'From `getWithdrawalTerms`: for as long as that said, no higher fee than its `networkFee` is charged',
    }),
    maxNetworkFee: Type.Optional(
      Type.String({
        ...DecimalText,
        description:
          'The highest fee that the customer accepts, such as the one that they saw. The fee of now is charged; if it is higher, the answer is ERR_RATE_CHANGED',
      }),
    ),
  },
  closed,
);
export type WithdrawInput = Static<typeof WithdrawBody>;
export const WithdrawResponse = Type.Object({
  withdrawal: WithdrawalSchema,
  balance: Type.String({ ...DecimalText, description: 'What is left' }),
});
export type WithdrawOutput = Static<typeof WithdrawResponse>;

const KnownAddress = Type.Object({
  address: Address,
  timesSent: Type.Integer({ minimum: 0, description: 'Confirmed withdrawals to it. 0: a withdrawal to it waits' }),
  lastUsedAt: Timestamp,
  lastState: Type.Enum([...WITHDRAWAL_STATES]),
});
export type KnownAddress = Static<typeof KnownAddress>;

export const WithdrawalTermsResponse = Type.Object({
  currencyTitle: Ticker,
  networkTitle: NetworkTitle,
  instrument: InstrumentSchema,
  balance: DecimalText,
  minimum: DecimalText,
  networkFee: DecimalText,
  feeQuote: Type.String({
    ...OpaqueToken,
    description: 'Send it with the withdrawal: then at most this `networkFee` is charged',
  }),
  feeSeconds: Type.Integer({ description: 'How long `feeQuote` holds from now' }),
  reviewAbove: Type.String({ ...DecimalText, description: 'What may leave within 24 hours before an operator checks it first' }),
  withdrawnInDay: Type.String({ ...DecimalText, description: 'What was withdrawn within the last 24 hours' }),
  usualSeconds: Type.Number({ description: 'From sending to confirmed' }),
  waitSeconds: Type.Integer(),
  waitReasons: Type.Array(Type.Enum([...WITHDRAWAL_WAIT_REASONS]), {
    description: 'Why a withdrawal to a known address waits. One to a new address also waits with NEW_ADDRESS',
  }),
  knownAddresses: Type.Array(KnownAddress, { description: 'Last used first' }),
  isEmailConfirmed: Type.Boolean({ description: 'Whether the e-mail is confirmed. A withdrawal requires it' }),
  frozenUntil: nullable(
    Type.String({ ...Timestamp, description: 'A link of a mail froze the account: nothing is sent until then' }),
  ),
  opensAt: Type.Optional(
    Type.String({
      ...Timestamp,
      description: 'The first e-mail was confirmed: no withdrawal is taken until 24 hours later (D70)',
    }),
  ),
  hasTestAddress: Type.Boolean({ description: 'Whether 34 times "1" is accepted as an address: in a sandbox only' }),
});
export type WithdrawalTerms = Static<typeof WithdrawalTermsResponse>;

export const CancelWithdrawalBody = Type.Object({ withdrawalId: WithdrawalId }, closed);
export type CancelWithdrawalInput = Static<typeof CancelWithdrawalBody>;
export const AcceptFeeBody = Type.Object(
  {
    withdrawalId: WithdrawalId,
    maxNetworkFee: Type.String({
      ...DecimalText,
      description: 'The fee that the customer saw. A higher one is ERR_RATE_CHANGED',
    }),
  },
  closed,
);
export type AcceptFeeInput = Static<typeof AcceptFeeBody>;
export const StopTokenBody = Type.Object({ token: StopToken }, closed);
export type StopTokenInput = Static<typeof StopTokenBody>;
/** What the e-mail's page shows. The token can be forwarded, so it names no customer and no balance. */
export const StoppableWithdrawalResponse = Type.Object({ withdrawal: WithdrawalSchema });
export type StoppableWithdrawal = Static<typeof StoppableWithdrawalResponse>;

export const MovementsQuery = Type.Object({
  direction: Type.Optional(Type.Enum(['IN', 'OUT'])),
  cursor: Type.Optional(Cursor),
});
export type MovementsInput = Static<typeof MovementsQuery>;

const MovementSchema = Type.Object({
  id: Type.String({ description: 'Identifies it among the movements of the customer' }),
  kind: Type.Enum(['REFERRAL', 'CASHBACK', 'WITHDRAWAL', 'RETURN', 'OTHER'], { title: 'MovementKind' }),
  direction: Type.Enum(['IN', 'OUT']),
  amount: DecimalText,
  balance: Type.String({ ...DecimalText, description: 'After the movement' }),
  createdAt: Timestamp,
  withdrawal: nullable(WithdrawalSchema),
  orderId: nullable(Type.String({ description: 'The own order that earned a cashback' })),
  source: nullable(Type.String({ description: 'The referral code that brought a referral' })),
  instrumentFrom: Type.Optional(nullable(EarningCoin)),
  instrumentTo: Type.Optional(nullable(EarningCoin)),
});
export type Movement = Static<typeof MovementSchema>;
export const MovementsResponse = Type.Object({
  movements: Type.Array(MovementSchema, { description: 'Newest first' }),
  cursor: nullable(Cursor),
});
export type Movements = Static<typeof MovementsResponse>;

export const WalletResponse = Type.Object({
  currencyTitle: Ticker,
  networkTitle: NetworkTitle,
  balance: DecimalText,
  minimum: DecimalText,
  leaving: Type.Object(
    { amount: DecimalText, count: Type.Integer() },
    { description: 'Withdrawals that are neither sent nor over' },
  ),
  earned: DecimalText,
  withdrawn: DecimalText,
  since: nullable(Timestamp),
});
export type Wallet = Static<typeof WalletResponse>;

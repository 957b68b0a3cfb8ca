import Type, { type Static } from 'typebox';
import { Address, closed, DecimalText, Memo, nullable, Slug, Timestamp } from './common.ts';

/** Schemas of the sandbox calls (D12). They exist only on hosts on which every money port is embedded. */

export const SandboxSendBody = Type.Object(
  {
    instrumentSlug: Slug,
    toAddress: Address,
    memo: Type.Optional(nullable(Memo)),
    amount: DecimalText,
  },
  closed,
);
export type SandboxSendInput = Static<typeof SandboxSendBody>;

export const SandboxTransferSchema = Type.Object(
  {
    networkSlug: Slug,
    txHash: Type.String(),
    instrumentSlug: Slug,
    fromAddress: Type.String(),
    toAddress: Type.String(),
    memo: nullable(Type.String()),
    amount: DecimalText,
    fee: Type.Object({ instrumentSlug: Slug, amount: DecimalText }),
    confirmations: Type.Integer({ minimum: 0, description: '0 while it is in no block' }),
    sentAt: Timestamp,
  },
  { title: 'SandboxTransfer' },
);
export type SandboxTransfer = Static<typeof SandboxTransferSchema>;

export const SandboxMineBody = Type.Object({ networkSlug: Slug, blocks: Type.Integer({ minimum: 1, maximum: 10_000 }) }, closed);
export const SandboxMineResponse = Type.Object({ height: Type.Integer({ minimum: 0 }) });
export type SandboxMineInput = Static<typeof SandboxMineBody>;
export type SandboxMineOutput = Static<typeof SandboxMineResponse>;

export const SandboxPriceBody = Type.Object({ symbol: Type.String({ minLength: 1, maxLength: 32 }), price: DecimalText }, closed);
export type SandboxPriceInput = Static<typeof SandboxPriceBody>;

/**
 * Simulated faults of a network. It does not answer, answers slowly, refuses payments, sends a payment but loses the response,
 * returns old blocks, or mines no transactions. Or its second node returns a higher balance, an invented deposit, or no deposits.
 */
const SANDBOX_NETWORK_MODES = ['down', 'slow', 'refuse', 'lossy', 'lag', 'stuck', 'overstate', 'invent', 'hide'] as const;
/**
 * Simulated faults of the exchange that the host hedges on. It does not answer, answers slowly, loses orders or the answers to them, fills
 * half, refuses, executes late, or shows too low balances.
 */
export const SANDBOX_VENUE_MODES = [
  'down',
  'slow',
  'loseRequests',
  'loseAnswers',
  'partial',
  'refuse',
  'late',
  'understate',
] as const;
/** Simulated faults of a port: those of a network or of the exchange, or `down`, `stale` and `jump` of the market. */
const SANDBOX_BREAK_MODES = [
  ...SANDBOX_NETWORK_MODES,
  'stale',
  'jump',
  'loseRequests',
  'loseAnswers',
  'partial',
  'late',
  'understate',
] as const;
const Port = Type.String({
  pattern: '^[a-z0-9]{1,32}$',
  description: 'Slug of a network, "market", or "venue": the exchange that the host hedges on',
  examples: ['tron', 'market'],
});

export const SandboxBreakBody = Type.Object({ port: Port, mode: Type.Enum(SANDBOX_BREAK_MODES) }, closed);
export type SandboxBreakInput = Static<typeof SandboxBreakBody>;

export const SandboxReorgBody = Type.Object(
  {
    networkSlug: Slug,
    blocks: Type.Integer({ minimum: 1, maximum: 1_000, description: 'Number of newest blocks that the reorg removes' }),
    fate: Type.Enum(['return', 'vanish', 'doubleSpend'], {
      description:
        'What happens to their transactions: other blocks include them, they disappear, or the customer double-spends the coins',
    }),
  },
  closed,
);
export type SandboxReorgInput = Static<typeof SandboxReorgBody>;

export const SandboxReplaceBody = Type.Object(
  {
    networkSlug: Slug,
    fate: Type.Enum(['same', 'conflicting'], {
      description: 'What replaces the pending transactions: the same payment, or a conflicting one of the customer to himself',
    }),
  },
  closed,
);
export type SandboxReplaceInput = Static<typeof SandboxReplaceBody>;

export const SandboxTransactionsResponse = Type.Object({
  transactions: Type.Integer({ minimum: 0, description: 'Number of affected transactions' }),
});
export type SandboxTransactionsOutput = Static<typeof SandboxTransactionsResponse>;

/** Above 0 and below 10,000, with two decimals */
const FeeFactor = Type.String({
  pattern: '^(?!0(?:\\.0{1,2})?$)(?:0|[1-9]\\d{0,3})(?:\\.\\d{1,2})?$',
  description: 'Multiplier of the usual network fee',
  examples: ['1.5'],
});

export const SandboxFeesBody = Type.Object(
  {
    networkSlug: Slug,
    factor: FeeFactor,
  },
  closed,
);
export type SandboxFeesInput = Static<typeof SandboxFeesBody>;

const IdentitySubmission = Type.Object({
  submissionId: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
  attempt: Type.Integer({ minimum: 1, description: 'How often the customer submitted' }),
});

export const SandboxVerdictBody = Type.Object(
  {
    ...IdentitySubmission.properties,
    isAccepted: Type.Boolean({ description: 'false: the photo of the face is rejected and asked for again' }),
  },
  closed,
);
export type SandboxVerdictInput = Static<typeof SandboxVerdictBody>;

export const SandboxMendBody = Type.Object({ port: Type.Optional(Port) }, closed);
export type SandboxMendInput = Static<typeof SandboxMendBody>;

export const SandboxStateResponse = Type.Object(
  {
    networks: Type.Array(
      Type.Object({
        slug: Slug,
        friendlyTitle: Type.String(),
        nativeInstrument: Slug,
        height: Type.Integer({ minimum: 0 }),
        blockSeconds: Type.Number({ minimum: 0, description: 'Shorter than on the real network' }),
        pending: Type.Integer({ minimum: 0, description: 'Number of pending transactions' }),
        mode: Type.Enum(['up', ...SANDBOX_NETWORK_MODES]),
        feeFactor: FeeFactor,
      }),
    ),
    market: Type.Object({
      code: Type.String(),
      mode: Type.Enum(['working', 'down', 'stale', 'jump']),
      prices: Type.Array(Type.Object({ symbol: Type.String(), price: DecimalText })),
    }),
    venue: nullable(Type.Object({ name: Type.String(), mode: Type.Enum(['up', ...SANDBOX_VENUE_MODES]) })),
    recentTransfers: Type.Array(SandboxTransferSchema, { description: 'Newest first' }),
    identities: Type.Array(Type.Object({ ...IdentitySubmission.properties, userId: Type.Integer(), submittedAt: Timestamp }), {
      description: 'Verifications that wait for a verdict, the oldest first',
    }),
  },
  { title: 'SandboxState' },
);
export type SandboxState = Static<typeof SandboxStateResponse>;

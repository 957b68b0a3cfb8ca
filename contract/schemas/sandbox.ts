import Type, { type Static } from 'typebox';
import { Address, closed, DecimalText, Memo, nullable, Slug, Timestamp } from './common.ts';

/** The sandbox's calls (D12): only there where every money port is embedded. */

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

export const SandboxTransferSchema = Type.Object({
  networkSlug: Slug,
  txHash: Type.String(),
  instrumentSlug: Slug,
  fromAddress: Type.String(),
  toAddress: Type.String(),
  memo: nullable(Type.String()),
  amount: DecimalText,
  fee: Type.Object({ instrumentSlug: Slug, amount: DecimalText }),
  confirmations: Type.Integer({ minimum: 0, description: '0 while in no block' }),
  sentAt: Timestamp,
});
export type SandboxTransfer = Static<typeof SandboxTransferSchema>;

export const SandboxMineBody = Type.Object({ networkSlug: Slug, blocks: Type.Integer({ minimum: 1, maximum: 10_000 }) }, closed);
export const SandboxMineAnswer = Type.Object({ height: Type.Integer({ minimum: 0 }) });
export type SandboxMineInput = Static<typeof SandboxMineBody>;
export type SandboxMineOutput = Static<typeof SandboxMineAnswer>;

export const SandboxPriceBody = Type.Object({ symbol: Type.String({ minLength: 1, maxLength: 32 }), price: DecimalText }, closed);
export type SandboxPriceInput = Static<typeof SandboxPriceBody>;

/**
 * How a network can be broken until it is mended: it does not answer; answers slowly; refuses payments; makes them and
 * loses the answer; shows the chain of some blocks ago; puts no transaction into a block; and its second node shows too
 * much money, a payment that nobody made, or no payments.
 */
const SANDBOX_NETWORK_MODES = ['down', 'slow', 'refuse', 'lossy', 'lag', 'stuck', 'overstate', 'invent', 'hide'] as const;
/** How a port can be broken: a network as above; the market `down`, `stale`, `jump`. */
const SANDBOX_BREAK_MODES = [...SANDBOX_NETWORK_MODES, 'stale', 'jump'] as const;
const Port = Type.String({
  pattern: '^[a-z0-9]{1,32}$',
  description: 'Slug of a network, or "market"',
  examples: ['tron', 'market'],
});

export const SandboxBreakBody = Type.Object({ port: Port, mode: Type.Enum(SANDBOX_BREAK_MODES) }, closed);
export type SandboxBreakInput = Static<typeof SandboxBreakBody>;

export const SandboxReorgBody = Type.Object(
  {
    networkSlug: Slug,
    blocks: Type.Integer({ minimum: 1, maximum: 1_000, description: 'How many of the newest blocks leave the chain' }),
    fate: Type.Enum(['return', 'vanish', 'doubleSpend'], {
      description:
        'What becomes of their transactions: they get into other blocks, are gone, or the customer spent the coins elsewhere',
    }),
  },
  closed,
);
export type SandboxReorgInput = Static<typeof SandboxReorgBody>;

export const SandboxReplaceBody = Type.Object(
  {
    networkSlug: Slug,
    fate: Type.Enum(['same', 'elsewhere'], {
      description: 'Transactions that wait for a block are replaced: by the same payment, or by one of the customer to himself',
    }),
  },
  closed,
);
export type SandboxReplaceInput = Static<typeof SandboxReplaceBody>;

export const SandboxTransactionsAnswer = Type.Object({
  transactions: Type.Integer({ minimum: 0, description: 'How many were concerned' }),
});
export type SandboxTransactionsOutput = Static<typeof SandboxTransactionsAnswer>;

export const SandboxFeesBody = Type.Object(
  {
    networkSlug: Slug,
    factor: Type.Integer({ minimum: 1, maximum: 10_000, description: 'How many times its usual fee the network charges' }),
  },
  closed,
);
export type SandboxFeesInput = Static<typeof SandboxFeesBody>;

export const SandboxMendBody = Type.Object({ port: Type.Optional(Port) }, closed);
export type SandboxMendInput = Static<typeof SandboxMendBody>;

export const SandboxStateAnswer = Type.Object({
  networks: Type.Array(
    Type.Object({
      slug: Slug,
      friendlyTitle: Type.String(),
      nativeInstrument: Slug,
      height: Type.Integer({ minimum: 0 }),
      blockSeconds: Type.Number({ minimum: 0, description: 'As it runs here: faster than the real network' }),
      pending: Type.Integer({ minimum: 0, description: 'Transactions that wait for a block' }),
      mode: Type.Enum(['up', ...SANDBOX_NETWORK_MODES]),
      feeFactor: Type.Integer({ minimum: 1, description: 'How many times its usual fee it charges' }),
    }),
  ),
  market: Type.Object({
    code: Type.String(),
    mode: Type.Enum(['working', 'down', 'stale', 'jump']),
    prices: Type.Array(Type.Object({ symbol: Type.String(), price: DecimalText })),
  }),
  recentTransfers: Type.Array(SandboxTransferSchema, { description: 'Newest first' }),
});
export type SandboxState = Static<typeof SandboxStateAnswer>;

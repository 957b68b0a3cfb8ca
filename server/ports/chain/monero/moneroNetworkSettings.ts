import Type, { type Static } from 'typebox';

const NodeSettings = Type.Object({ url: Type.String(), walletUrl: Type.String() }, { additionalProperties: false });

/** Monero in the file of real networks. */
export const MoneroNetworkSettings = Type.Object(
  {
    networkSlug: Type.String(),
    /** The wallet of the first node can spend, the others only watch. */
    rpcUrls: Type.Array(NodeSettings, { minItems: 1 }),
    chain: Type.Optional(Type.Union([Type.Literal('main'), Type.Literal('regtest')])),
    agreeingNodes: Type.Optional(Type.Integer({ minimum: 1 })),
    finalAfter: Type.Optional(Type.Integer({ minimum: 1 })),
    maxFeeXmr: Type.Optional(Type.String({ pattern: String.raw`^\d+(\.\d{1,12})?$` })),
    firstBlock: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
);
export type MoneroNetworkSettings = Static<typeof MoneroNetworkSettings>;

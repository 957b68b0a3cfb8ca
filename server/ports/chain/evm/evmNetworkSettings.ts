import Type, { type Static } from 'typebox';

/** An EVM network in the file of real networks. */
export const EvmNetworkSettings = Type.Object(
  {
    networkSlug: Type.String(),
    rpcUrls: Type.Array(Type.String(), { minItems: 1 }),
    chainId: Type.Integer({ minimum: 1 }),
    maxFeePerGasGwei: Type.Optional(Type.Integer({ minimum: 1 })),
    agreeingNodes: Type.Optional(Type.Integer({ minimum: 1 })),
    collection: Type.Optional(Type.Boolean()),
    finalAfter: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);
export type EvmNetworkSettings = Static<typeof EvmNetworkSettings>;

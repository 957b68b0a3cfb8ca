import Type, { type Static } from 'typebox';

const NodeSettings = Type.Union([
  Type.String(),
  Type.Object({ url: Type.String(), cookieFile: Type.String() }, { additionalProperties: false }),
]);

/** A network of Bitcoin's family in the file of real networks. */
export const BitcoinNetworkSettings = Type.Object(
  {
    networkSlug: Type.String(),
    rpcUrls: Type.Array(NodeSettings, { minItems: 1 }),
    chain: Type.Optional(Type.Union([Type.Literal('main'), Type.Literal('regtest')])),
    agreeingNodes: Type.Optional(Type.Integer({ minimum: 1 })),
    finalAfter: Type.Optional(Type.Integer({ minimum: 1 })),
    maxFeePerByte: Type.Optional(Type.Integer({ minimum: 1 })),
    firstBlock: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
);
export type BitcoinNetworkSettings = Static<typeof BitcoinNetworkSettings>;

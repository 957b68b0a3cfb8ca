import Type, { type Static } from 'typebox';

const NodeSettings = Type.Union([
  Type.String(),
  Type.Object({ url: Type.String(), solidityUrl: Type.String() }, { additionalProperties: false }),
]);

/** The TRON network in the file of real networks. */
export const TronNetworkSettings = Type.Object(
  {
    networkSlug: Type.String(),
    rpcUrls: Type.Array(NodeSettings, { minItems: 1 }),
    chain: Type.Optional(Type.Union([Type.Literal('main'), Type.Literal('nile')])),
    agreeingNodes: Type.Optional(Type.Integer({ minimum: 1 })),
    maxFeeTrx: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);
export type TronNetworkSettings = Static<typeof TronNetworkSettings>;
export type TronChain = NonNullable<TronNetworkSettings['chain']>;

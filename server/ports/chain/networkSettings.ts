import { readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { ConfigurationError } from '../../settings/configurationError.ts';
import type { Variables } from '../../settings/variables.ts';

const EvmNetworks = Type.Array(
  Type.Object(
    {
      networkSlug: Type.String(),
      rpcUrls: Type.Array(Type.String(), { minItems: 1 }),
      chainId: Type.Integer({ minimum: 1 }),
      maxFeePerGasGwei: Type.Optional(Type.Integer({ minimum: 1 })),
      agreeingNodes: Type.Optional(Type.Integer({ minimum: 1 })),
      finalAfter: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    { additionalProperties: false },
  ),
);
export type EvmNetworkConfiguration = Static<typeof EvmNetworks>[number];

/** Reads the file of real networks; empty if none is configured. Throws a ConfigurationError. */
export function readEvmNetworks(variables: Variables): EvmNetworkConfiguration[] {
  const path = variables['EVM_NETWORKS_FILE'];
  if (!path) return [];
  try {
    return Value.Parse(EvmNetworks, JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new ConfigurationError(
      `EVM_NETWORKS_FILE (${path}) must contain a list of {"networkSlug", "rpcUrls", "chainId"}: ${error instanceof Error ? error.message : 'unreadable'}`,
    );
  }
}

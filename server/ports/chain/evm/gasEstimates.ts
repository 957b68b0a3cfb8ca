import { randomBytes } from 'node:crypto';
import { bytesToHex, type Address, type PublicClient } from 'viem';
import { fromBaseUnits } from '../../../../contract/money.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { ChainRefusedError } from '../chainGateway.ts';
import { callFor, estimateGas, measureGas } from './evmCalls.ts';

const KEEP_MS = 600_000;
/** Gas of a token transfer when the treasury has no tokens to estimate it with. */
const TOKEN_GAS = 80_000n;
/** Call data costs 12 gas more for each byte that is not zero (EIP-2028): 20 of the recipient, 32 of the amount. */
const CALL_DATA_GAS = 624n;
/** The burn address. Payments to it are only estimated, never made. */
const BURN_ADDRESS: Address = '0x000000000000000000000000000000000000dEaD';

export interface GasEstimatesOptions {
  node: PublicClient;
  treasury: Address;
  now: () => number;
}

/** Returns a function that estimates the gas of one transfer of an instrument, cached for ten minutes. */
export function createGasEstimates({
  node,
  treasury,
  now,
}: GasEstimatesOptions): (instrument: CatalogueInstrument) => Promise<bigint> {
  const cached = new Map<string, { gas: bigint; at: number }>();
  return async (instrument) => {
    const before = cached.get(instrument.slug);
    if (before && now() - before.at < KEEP_MS) return before.gas;
    const gas = await estimate(instrument);
    cached.set(instrument.slug, { gas, at: now() });
    return gas;
  };

  async function estimate(instrument: CatalogueInstrument): Promise<bigint> {
    // The estimate of the native coin transfers zero, so it works while the treasury is empty.
    if (instrument.contractAddress === null) return estimateGas(node, treasury, { to: BURN_ADDRESS, value: 0n, data: '0x' });
    // A recipient that doesn't hold the token yet takes the most gas, and no order may cost us more than it paid (D53).
    const newHolder = bytesToHex(randomBytes(20));
    try {
      const call = callFor(instrument, newHolder, fromBaseUnits(1n, instrument.decimals));
      return (await measureGas(node, treasury, call)) + CALL_DATA_GAS;
    } catch (error) {
      if (error instanceof ChainRefusedError) return TOKEN_GAS;
      throw error;
    }
  }
}

import type { Address, PublicClient } from 'viem';
import { fromBaseUnits } from '../../../../contract/money.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { ChainRefusedError } from '../chainGateway.ts';
import { callFor, estimateGas } from './evmCalls.ts';

const KEEP_MS = 600_000;
/** What a token transfer takes when the treasury has none to try it with. */
const TOKEN_GAS = 80_000n;
/** Nobody's address; a payment to it is estimated and never made. */
const NOBODY: Address = '0x000000000000000000000000000000000000dEaD';

export interface GasEstimatesOptions {
  node: PublicClient;
  treasury: Address;
  now: () => number;
}

/** Gas of one transfer of an instrument, asked of the node and remembered for ten minutes. */
export function createGasEstimates({
  node,
  treasury,
  now,
}: GasEstimatesOptions): (instrument: CatalogueInstrument) => Promise<bigint> {
  const remembered = new Map<string, { gas: bigint; at: number }>();
  return async (instrument) => {
    const before = remembered.get(instrument.slug);
    if (before && now() - before.at < KEEP_MS) return before.gas;
    const gas = await ask(instrument);
    remembered.set(instrument.slug, { gas, at: now() });
    return gas;
  };

  async function ask(instrument: CatalogueInstrument): Promise<bigint> {
    // Nothing moves for the native coin, so that it can be asked while the treasury is empty.
    if (instrument.contractAddress === null) return estimateGas(node, treasury, { to: NOBODY, value: 0n, data: '0x' });
    try {
      return await estimateGas(node, treasury, callFor(instrument, NOBODY, fromBaseUnits(1n, instrument.decimals)));
    } catch (error) {
      if (error instanceof ChainRefusedError) return TOKEN_GAS;
      throw error;
    }
  }
}

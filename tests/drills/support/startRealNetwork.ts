import type { DrillNetwork } from '../drill.ts';
import { startRealEthereum } from './realEthereum.ts';
import { startRealLitecoin } from './realLitecoin.ts';
import { startRealMonero } from './realMonero.ts';
import type { RealNetwork } from './realNetwork.ts';

const STARTS: Record<DrillNetwork, () => Promise<RealNetwork>> = {
  ethereum: startRealEthereum,
  litecoin: startRealLitecoin,
  monero: startRealMonero,
};

/** Starts the nodes of the network that a drill was asked to run with; null: every network is embedded. */
export async function startRealNetwork(name: DrillNetwork | null): Promise<RealNetwork | null> {
  return name === null ? null : await STARTS[name]();
}

import { getAddress, parseAbiItem, type Address } from 'viem';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { contractOf } from './evmCalls.ts';
import type { EvmNodes } from './evmNode.ts';

/**
 * Returns whether the token blocks an address, by the contract's function that the catalogue names. More nodes must say so than
 * the opposite. False for coins, and for tokens without such a function.
 */
export async function isBlockedBy(nodes: EvmNodes, instrument: CatalogueInstrument, address: Address): Promise<boolean> {
  const blocklist = instrument.transferRules?.blocklist ?? null;
  const contract = contractOf(instrument);
  if (blocklist === null || contract === null) return false;
  const check = parseAbiItem(`function ${blocklist}(address account) view returns (bool)`);
  const { nodes: synced } = await nodes.atHead();
  const answers = await nodes.answers(synced, (node) =>
    node.readContract({ address: contract, abi: [check], functionName: blocklist, args: [getAddress(address)] }),
  );
  return answers.filter((answer) => answer === true).length * 2 > answers.length;
}

import {
  BaseError,
  decodeFunctionResult,
  encodeFunctionData,
  ExecutionRevertedError,
  getAddress,
  isHash,
  pad,
  parseAbiItem,
  type Address,
  type Hex,
  type PublicClient,
} from 'viem';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { ChainUnavailableError, type IncomingTransfer } from '../chainGateway.ts';
import { contractOf, TRANSFER_TOPIC } from './evmCalls.ts';
import type { EvmNodes } from './evmNode.ts';
import { findReceipt } from './receipts.ts';

/**
 * Returns whether the token blocks an address, by the contract's function that the catalogue names. More nodes must say so than
 * the opposite. False for coins, and for tokens without such a function.
 */
export async function isBlockedBy(nodes: EvmNodes, instrument: CatalogueInstrument, address: Address): Promise<boolean> {
  const answers = await askBlocklist(nodes, instrument, address);
  return answers.filter(Boolean).length * 2 > answers.length;
}

/**
 * Returns whether the token blocks the address of a deposit or one that paid it. False for coins, and for tokens without a
 * blocklist. A wrong "no" would cost the payout: throws ChainUnavailableError when the nodes disagree.
 */
export async function isDepositBlockedBy(
  nodes: EvmNodes,
  instrument: CatalogueInstrument,
  { txHash, toAddress }: Pick<IncomingTransfer, 'txHash' | 'toAddress'>,
): Promise<boolean> {
  if ((instrument.transferRules?.blocklist ?? null) === null) return false;
  const to = getAddress(toAddress);
  for (const address of [to, ...(await payersOf(nodes, instrument, txHash, to))]) {
    const answers = await askBlocklist(nodes, instrument, address);
    if (answers.every(Boolean) && answers.length > 0) return true;
    if (answers.some(Boolean)) throw new ChainUnavailableError(`the nodes disagree whether ${instrument.slug} blocks ${address}`);
  }
  return false;
}

/** Returns each node's answer of the blocklist; nothing where there is no blocklist. */
async function askBlocklist(nodes: EvmNodes, instrument: CatalogueInstrument, address: Address): Promise<readonly boolean[]> {
  const blocklist = instrument.transferRules?.blocklist ?? null;
  const contract = contractOf(instrument);
  if (blocklist === null || contract === null) return [];
  const abi = [parseAbiItem(`function ${blocklist}(address account) view returns (bool)`)];
  const data = encodeFunctionData({ abi, functionName: blocklist, args: [getAddress(address)] });
  const { nodes: synced } = await nodes.atHead();
  return await nodes.answers(synced, async (node) => {
    const answer = await callUnlessReverted(node, contract, data);
    const isListed: unknown = answer && decodeFunctionResult({ abi, functionName: blocklist, data: answer });
    return isListed === true;
  });
}

/** Returns the contract's answer; undefined when it reverts: it has no such function, and blocks nobody. Throws when the node fails. */
async function callUnlessReverted(node: PublicClient, to: Address, data: Hex): Promise<Hex | undefined> {
  try {
    return (await node.call({ to, data })).data ?? '0x';
  } catch (error) {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null) return undefined;
    throw error;
  }
}

/** Returns the addresses that any node's logs show as payers of the token to `to` in a transaction. */
async function payersOf(nodes: EvmNodes, instrument: CatalogueInstrument, txHash: string, to: Address): Promise<Set<Address>> {
  const hash = txHash.toLowerCase();
  const contract = contractOf(instrument);
  if (!isHash(hash) || contract === null) return new Set();
  const { nodes: synced } = await nodes.atHead();
  const receipts = await nodes.answers(synced, (node) => findReceipt(node, hash));
  const logs = receipts.flatMap((receipt) => receipt?.logs ?? []);
  return new Set(
    logs
      .filter(({ address }) => address.toLowerCase() === contract)
      .map(({ topics }) => topics as readonly string[])
      .filter(([event, , recipient]) => event === TRANSFER_TOPIC && recipient === pad(to).toLowerCase())
      .flatMap(([, payer]) => (payer === undefined ? [] : [getAddress(`0x${payer.slice(-40)}`)])),
  );
}

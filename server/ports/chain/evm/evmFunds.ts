import type { Address, PublicClient } from 'viem';
import { toBaseUnits } from '../../../../contract/money.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import type { ChainSendStore } from './chainSendStore.ts';
import { contractOf, ERC20 } from './evmCalls.ts';
import type { EvmNodes } from './evmNode.ts';

export interface EvmFundsOptions {
  sends: ChainSendStore;
  nodes: EvmNodes;
  native: CatalogueInstrument;
}

/** In base units. */
export interface EvmFunds {
  instrument: bigint;
  native: bigint;
}

/** Balance in the newest block, in base units. */
export async function balanceOf(node: PublicClient, owner: Address, instrument: CatalogueInstrument): Promise<bigint> {
  const contract = contractOf(instrument);
  if (contract === null) return node.getBalance({ address: owner });
  return node.readContract({ address: contract, abi: ERC20, functionName: 'balanceOf', args: [owner] });
}

/**
 * What an address may still spend: its balance, less the payments that are signed and in no block yet with the most that
 * their fees can come to. Never below nought, and of what several nodes say the least.
 */
export async function availableTo(options: EvmFundsOptions, owner: Address, instrument: CatalogueInstrument): Promise<EvmFunds> {
  const { nodes: askable } = await options.nodes.atHead();
  const views = await options.nodes.answers(askable, (node) => availableOn(node, options, owner, instrument));
  return {
    native: leastOf(views.map((view) => view.native)),
    instrument: leastOf(views.map((view) => view.instrument)),
  };
}

async function availableOn(
  node: PublicClient,
  { sends, native }: EvmFundsOptions,
  owner: Address,
  instrument: CatalogueInstrument,
): Promise<EvmFunds> {
  const isNative = instrument.contractAddress === null;
  const mined = await node.getTransactionCount({ address: owner, blockTag: 'latest' });
  const ofNative = await balanceOf(node, owner, native);
  const ofInstrument = isNative ? ofNative : await balanceOf(node, owner, instrument);
  let nativeOnItsWay = 0n;
  let tokensOnTheirWay = 0n;
  for (const row of await sends.listUnsettled(owner)) {
    if (row.nonce < mined) continue;
    const attempts = await sends.listAttempts(row.idempotency_key);
    const fees = attempts.map((attempt) => toBaseUnits(attempt.max_fee, native.decimals));
    nativeOnItsWay += fees.reduce((most, fee) => (fee > most ? fee : most), 0n);
    if (row.instrument === native.slug) nativeOnItsWay += toBaseUnits(row.amount, native.decimals);
    else if (row.instrument === instrument.slug) tokensOnTheirWay += toBaseUnits(row.amount, instrument.decimals);
  }
  const freeNative = atLeastNought(ofNative - nativeOnItsWay);
  return { native: freeNative, instrument: isNative ? freeNative : atLeastNought(ofInstrument - tokensOnTheirWay) };
}

const leastOf = (units: readonly bigint[]): bigint => units.reduce((least, one) => (one < least ? one : least));
const atLeastNought = (units: bigint): bigint => (units > 0n ? units : 0n);

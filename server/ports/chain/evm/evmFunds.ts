import type { Address, PublicClient } from 'viem';
import { toBaseUnits } from '../../../../contract/money.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import type { EvmSendStore } from './evmSendStore.ts';
import { contractOf, ERC20 } from './evmCalls.ts';
import type { EvmNodes } from './evmNode.ts';

export interface EvmFundsOptions {
  sends: EvmSendStore;
  nodes: EvmNodes;
  native: CatalogueInstrument;
}

/** Spendable balances in base units. */
export interface EvmFunds {
  instrument: bigint;
  native: bigint;
}

/** Returns the balance in the newest block, in base units. */
export async function balanceOf(node: PublicClient, owner: Address, instrument: CatalogueInstrument): Promise<bigint> {
  const contract = contractOf(instrument);
  if (contract === null) return node.getBalance({ address: owner });
  return node.readContract({ address: contract, abi: ERC20, functionName: 'balanceOf', args: [owner] });
}

/**
 * Returns what an address can still spend: its balance, less the amounts and highest possible fees of its payments that are
 * signed and not mined. Never below zero. Of several nodes the lowest answer counts.
 */
export async function availableTo(options: EvmFundsOptions, owner: Address, instrument: CatalogueInstrument): Promise<EvmFunds> {
  const { nodes: synced } = await options.nodes.atHead();
  const views = await options.nodes.answers(synced, (node) => availableOn(node, options, owner, instrument));
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
  // Before the balances: a payment that is mined meanwhile may count twice, but never not at all.
  const mined = await node.getTransactionCount({ address: owner, blockTag: 'latest' });
  const [ofNative, ofToken] = await Promise.all([
    balanceOf(node, owner, native),
    isNative ? 0n : balanceOf(node, owner, instrument),
  ]);
  let pendingNative = 0n;
  let pendingTokens = 0n;
  for (const row of await sends.listUnsettled(owner)) {
    if (row.nonce < mined) continue;
    const attempts = await sends.listAttempts(row.idempotency_key);
    const fees = attempts.map((attempt) => toBaseUnits(attempt.max_fee, native.decimals));
    pendingNative += fees.reduce((most, fee) => (fee > most ? fee : most), 0n);
    if (row.instrument === native.slug) pendingNative += toBaseUnits(row.amount, native.decimals);
    else if (row.instrument === instrument.slug) pendingTokens += toBaseUnits(row.amount, instrument.decimals);
  }
  const freeNative = atLeastZero(ofNative - pendingNative);
  return { native: freeNative, instrument: isNative ? freeNative : atLeastZero(ofToken - pendingTokens) };
}

const leastOf = (units: readonly bigint[]): bigint => units.reduce((least, one) => (one < least ? one : least));
const atLeastZero = (units: bigint): bigint => (units > 0n ? units : 0n);

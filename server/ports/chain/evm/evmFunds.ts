import type { Address, PublicClient } from 'viem';
import { toBaseUnits } from '../../../../contract/money.ts';
import type { Database } from '../../../db/database.ts';
import { listChainSendAttempts, listUnsettledSends } from '../../../db/repositories/chainSends.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { contractOf, ERC20 } from './evmCalls.ts';

export interface EvmFundsOptions {
  networkSlug: string;
  database: Database;
  node: PublicClient;
  native: CatalogueInstrument;
}

/** Balance in the newest block, in base units. */
export async function balanceOf(node: PublicClient, owner: Address, instrument: CatalogueInstrument): Promise<bigint> {
  const contract = contractOf(instrument);
  if (contract === null) return node.getBalance({ address: owner });
  return node.readContract({ address: contract, abi: ERC20, functionName: 'balanceOf', args: [owner] });
}

/**
 * What an address may still spend, in base units: its balance, less the payments that are signed and in no block yet with
 * the most that their fees can come to. Never below nought.
 */
export async function availableTo(
  { networkSlug, database, node, native }: EvmFundsOptions,
  owner: Address,
  instrument: CatalogueInstrument,
): Promise<{ instrument: bigint; native: bigint }> {
  const isNative = instrument.contractAddress === null;
  const mined = await node.getTransactionCount({ address: owner, blockTag: 'latest' });
  const ofNative = await balanceOf(node, owner, native);
  const ofInstrument = isNative ? ofNative : await balanceOf(node, owner, instrument);
  let nativeOnItsWay = 0n;
  let tokensOnTheirWay = 0n;
  for (const row of await listUnsettledSends(database, networkSlug, owner)) {
    if (row.nonce < mined) continue;
    const attempts = await listChainSendAttempts(database, networkSlug, row.idempotency_key);
    const fees = attempts.map((attempt) => toBaseUnits(attempt.max_fee, native.decimals));
    nativeOnItsWay += fees.reduce((most, fee) => (fee > most ? fee : most), 0n);
    if (row.instrument === native.slug) nativeOnItsWay += toBaseUnits(row.amount, native.decimals);
    else if (row.instrument === instrument.slug) tokensOnTheirWay += toBaseUnits(row.amount, instrument.decimals);
  }
  const freeNative = atLeastNought(ofNative - nativeOnItsWay);
  return { native: freeNative, instrument: isNative ? freeNative : atLeastNought(ofInstrument - tokensOnTheirWay) };
}

const atLeastNought = (units: bigint): bigint => (units > 0n ? units : 0n);

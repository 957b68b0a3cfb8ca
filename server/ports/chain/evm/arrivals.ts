import {
  getAddress,
  hexToBigInt,
  isAddressEqual,
  pad,
  size,
  type Address,
  type PublicClient,
  type TransactionReceipt,
} from 'viem';
import { fromBaseUnits, toBaseUnits, type Decimal } from '../../../../contract/money.ts';
import type { EvmSendRow } from '../../../db/tables/chain.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { contractOf, TRANSFER_TOPIC } from './evmCalls.ts';
import { createMeasureGain, shareOfGain, type MeasureGain } from './tokenBalances.ts';

/** Returns what a mined payment gave its recipient; null when the token did not move. In the instrument, at most the amount. */
export type FindArrival = (
  node: PublicClient,
  receipt: TransactionReceipt,
  send: EvmSendRow,
  head: number,
) => Promise<Decimal | null>;

/**
 * Returns a function that reads what a successful payment gave its recipient (docs/requirements.md#d9). The Transfer logs of the
 * transaction decide, because some tokens take a fee, and some return `false` instead of reverting. For a token with a switchable
 * fee, the recipient's balances before and after the block decide. When a node no longer has them, the logs decide.
 */
export function createArrivals(instruments: ReadonlyMap<string, CatalogueInstrument>): FindArrival {
  const measures = new Map<PublicClient, MeasureGain>();
  const measureOn = (node: PublicClient): MeasureGain => {
    const measure = measures.get(node) ?? createMeasureGain(node);
    measures.set(node, measure);
    return measure;
  };

  return async (node, receipt, send, head) => {
    const instrument = instruments.get(send.instrument);
    const contract = instrument ? contractOf(instrument) : null;
    if (!instrument || contract === null) return send.amount;
    const [payer, recipient] = [getAddress(send.from_address), getAddress(send.to_address)];
    const moved = transfersFrom(receipt, contract, payer);
    const logged = sum(moved.filter(({ to }) => to === pad(recipient).toLowerCase()));
    const units = toBaseUnits(send.amount, instrument.decimals);
    let arrived = logged;
    if (instrument.transferRules?.hasFee) {
      const block = { number: Number(receipt.blockNumber), hash: receipt.blockHash };
      const gain = await measureOn(node)({ contract, owner: recipient, block }, head);
      // Without any log, everything that the balance shows is ours.
      if (gain) arrived = gain.received === 0n ? shareOfGain(units, { ...gain, received: units }) : shareOfGain(logged, gain);
    }
    if (arrived === 0n && moved.length === 0) return null;
    return fromBaseUnits(arrived > units ? units : arrived, instrument.decimals);
  };
}

interface LoggedTransfer {
  /** The recipient as a topic: 32 bytes in lower case */
  to: string | undefined;
  units: bigint;
}

function transfersFrom(receipt: TransactionReceipt, contract: Address, payer: Address): LoggedTransfer[] {
  return receipt.logs
    .filter(
      ({ address, topics: [topic, from] }) =>
        isAddressEqual(address, contract) && topic === TRANSFER_TOPIC && from?.toLowerCase() === pad(payer).toLowerCase(),
    )
    .map(({ topics: [, , to], data }) => ({ to: to?.toLowerCase(), units: size(data) === 32 ? hexToBigInt(data) : 0n }));
}

const sum = (transfers: readonly LoggedTransfer[]): bigint => transfers.reduce((total, { units }) => total + units, 0n);

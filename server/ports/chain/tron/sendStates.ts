import { compare, fromBaseUnits, toBaseUnits, type Decimal } from '../../../../contract/money.ts';
import type { TronSendRow } from '../../../db/tables/tron.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { SendUndecidedError, type SendState } from '../chainGateway.ts';
import { contractOf, hexOf } from './tronCalls.ts';
import { confirmationsOf, type TronNodes } from './tronNodes.ts';
import type { TronReceipt } from './tronReceipt.ts';
import type { TronStore } from './tronStore.ts';

export interface SendStatesOptions {
  store: TronStore;
  nodes: TronNodes;
  native: CatalogueInstrument;
  instrumentOf: (slug: string) => CatalogueInstrument;
  /** Confirmations that make a transaction final. */
  finalAfter: number;
}

/**
 * Returns a function that reads the state of a payment, as seen by all nodes that must agree. A payment whose transaction is dead is
 * unknown: the network does not know it, and it may be sent again.
 */
export function createSendStates({ store, nodes, native, instrumentOf, finalAfter }: SendStatesOptions) {
  /** Returns what a successful transaction gave its recipient, in the instrument and at most the amount; null when nothing moved. */
  function arrivalOf({ logs }: TronReceipt, row: TronSendRow): Decimal | null {
    const instrument = instrumentOf(row.instrument);
    const contract = contractOf(instrument);
    if (contract === null) return row.amount;
    const moved = logs.filter((log) => log.contract === contract && log.from === hexOf(row.from_address));
    if (moved.length === 0) return null;
    const recipient = hexOf(row.to_address);
    const arrived = moved.reduce((total, { to, units }) => (to === recipient ? total + units : total), 0n);
    const sent = toBaseUnits(row.amount, instrument.decimals);
    return fromBaseUnits(arrived > sent ? sent : arrived, instrument.decimals);
  }

  return async (idempotencyKey: string): Promise<SendState> => {
    const row = await store.find(idempotencyKey);
    if (!row) return { state: 'unknown' };
    const { tx_hash: txHash } = row;
    const pending = { state: 'pending', txHash } as const;
    const view = await nodes.atHead();
    const receipts = await nodes.answers(view.nodes, async (node) => await node.receipt(txHash));
    const [receipt] = receipts;
    if (!receipt || receipts.some((other) => !other || !isSame(other, receipt))) {
      // It was final on every node. A lost receipt proves nothing.
      if (row.outcome !== 'PENDING') throw new SendUndecidedError('a node lost the receipt of a final payment');
      return pending;
    }
    const confirmations = confirmationsOf(receipt.blockNumber, view, finalAfter);
    if (confirmations < 1) return pending;
    const feePaid = { instrumentSlug: native.slug, amount: fromBaseUnits(receipt.fee, native.decimals) };
    const arrived = receipt.failure === null ? arrivalOf(receipt, row) : null;
    if (arrived === null) {
      const reason = receipt.failure ?? 'the token did not move';
      return confirmations >= finalAfter ? { state: 'failed', reason, feePaid } : pending;
    }
    return { state: 'confirmed', txHash, confirmations, feePaid, ...(compare(arrived, row.amount) < 0 && { arrived }) };
  };
}

function isSame(left: TronReceipt, right: TronReceipt): boolean {
  const identity = ({ blockNumber, failure, fee, logs }: TronReceipt) =>
    JSON.stringify([blockNumber, failure, String(fee), logs.map(({ units, ...log }) => ({ ...log, units: String(units) }))]);
  return identity(left) === identity(right);
}

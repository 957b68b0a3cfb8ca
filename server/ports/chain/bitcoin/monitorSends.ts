import type { BitcoinNodes } from './bitcoinNodes.ts';
import type { BitcoinStore, UnsettledTransaction } from './bitcoinStore.ts';
import type { BlockReader } from './blockReader.ts';
import { broadcast } from './broadcast.ts';
import { RpcError } from '../nodeAnswers.ts';
import { judge } from './sendStates.ts';

export interface MonitorSendsOptions {
  store: BitcoinStore;
  nodes: BitcoinNodes;
  reader: BlockReader;
  /** Confirmations that make a transaction final. */
  finalAfter: number;
}

/**
 * Returns a function that monitors all payments once: it broadcasts again what no block includes, and settles what is final. It may run
 * at any time, in several processes. Throws the first error after it has handled all payments.
 */
export function createMonitorSends({ store, nodes, reader, finalAfter }: MonitorSendsOptions): () => Promise<void> {
  async function monitor({ tx_hash, bytes, inputs }: UnsettledTransaction, height: number): Promise<void> {
    const coins = await store.findCoins(inputs.map((input) => ({ txHash: input.tx_hash, output: input.output })));
    const verdict = judge(tx_hash, coins, height, finalAfter);
    if (verdict.kind === 'mined') {
      if (verdict.confirmations >= finalAfter) await store.settle(tx_hash, null);
      return;
    }
    const [parent] = verdict.kind === 'pending' ? await store.listFailed(inputs.map((input) => input.tx_hash)) : [];
    const failure = verdict.kind === 'failed' ? verdict.reason : parent && `it spends the change of ${parent}, which failed`;
    if (failure !== undefined) {
      await store.settle(tx_hash, failure);
      return;
    }
    await broadcast(nodes.each, bytes).catch((error: unknown) => {
      // The network may accept it later: after a block, or for a lower fee.
      if (!(error instanceof RpcError)) throw error;
    });
  }

  return async () => {
    const { height } = await reader.advance();
    const failures: unknown[] = [];
    for (const transaction of await store.listUnsettled()) {
      // A payment that fails must not stop the monitoring of the others.
      await monitor(transaction, height).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
}

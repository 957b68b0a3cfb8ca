import { ChainUnavailableError } from '../chainGateway.ts';
import { broadcast } from './broadcast.ts';
import type { ChainView, MoneroNodes } from './moneroNodes.ts';
import type { MoneroStore, UnsettledTransaction } from './moneroStore.ts';
import { confirmationsIn, heightsOf } from './sendStates.ts';

export interface MonitorSendsOptions {
  store: Pick<MoneroStore, 'listUnsettled' | 'noteConflict' | 'settle'>;
  nodes: MoneroNodes;
  /** Confirmations that make a transaction final. */
  finalAfter: number;
}

/**
 * Returns a function that monitors all payments once: it broadcasts again what no block includes, and settles what is final. A payment
 * has failed when every node has shown for `finalAfter` blocks that another transaction spent one of its coins, and none includes it. It may
 * run at any time, in several processes. Throws the first error after it has handled all payments.
 */
export function createMonitorSends({ store, nodes, finalAfter }: MonitorSendsOptions): () => Promise<void> {
  /** Returns whether blocks of all nodes have spent a coin of a transaction that none of them includes. */
  async function isConflicting(view: ChainView, { keyImages }: UnsettledTransaction): Promise<boolean> {
    const views = await nodes.answers(view.nodes, async ({ daemon }) => await daemon.spent(keyImages));
    return keyImages.some((_image, place) => views.every((spent) => spent[place] === 'mined'));
  }

  async function monitor(transaction: UnsettledTransaction, view: ChainView): Promise<void> {
    const { tx_hash: txHash, bytes, conflict_height: conflictHeight } = transaction;
    const heights = await heightsOf(nodes, view, txHash);
    // Its coins are spent then, by itself. A node that hides it must not make it a failure, which would be paid again.
    if (heights.some((height) => height !== null)) {
      if (conflictHeight !== null) await store.noteConflict(txHash, null);
      const confirmations = confirmationsIn(heights, view);
      if (confirmations !== null && confirmations >= finalAfter) await store.settle(txHash, null);
      return;
    }
    if (!(await isConflicting(view, transaction))) {
      if (conflictHeight !== null) await store.noteConflict(txHash, null);
      await broadcast(nodes.each, bytes);
      return;
    }
    if (conflictHeight === null) {
      await store.noteConflict(txHash, view.height);
      return;
    }
    if (view.height - conflictHeight + 1 < finalAfter) return;
    // A block that spent the coins without this transaction, and a node that was just asked: nobody can mine it any more.
    await store.settle(txHash, 'another transaction spent its coins');
  }

  return async () => {
    const view = await nodes.advance();
    const failures: unknown[] = [];
    for (const transaction of await store.listUnsettled()) {
      // A payment that fails must not stop the monitoring of the others. The network may accept one later that it refuses now.
      await monitor(transaction, view).catch((error: unknown) => failures.push(error));
    }
    const failure = failures.find((error) => !(error instanceof ChainUnavailableError)) ?? failures[0];
    if (failure !== undefined) throw failure;
  };
}

import type { TronSendRow } from '../../../db/tables/tron.ts';
import type { SendState } from '../chainGateway.ts';
import { broadcast } from './broadcast.ts';
import type { TronNode } from './tronNode.ts';
import type { TronHead, TronNodes } from './tronNodes.ts';
import type { TronStore } from './tronStore.ts';

export interface MonitorSendsOptions {
  store: TronStore;
  nodes: TronNodes;
  finalAfter: number;
  sendState: (idempotencyKey: string) => Promise<SendState>;
}

/**
 * Returns a function that monitors all payments once: it broadcasts again what no block includes, settles what is final, and marks as
 * dead what no block can include any more. It may run at any time, in several processes. Throws the first error after it has handled all
 * payments.
 */
export function createMonitorSends({ store, nodes, finalAfter, sendState }: MonitorSendsOptions): () => Promise<void> {
  /**
   * Returns whether no block of any node includes a transaction, and none can. A block can include it while the block before has an
   * earlier time than its expiry. So the last one that can is the first one with that time, and it must be solid.
   */
  async function isDead(row: TronSendRow, view: TronHead): Promise<boolean> {
    const verdicts = await nodes.answers(view.nodes, async (node) => await isAbsent(node, row, view.solid));
    return verdicts.length > 0 && verdicts.every(Boolean);
  }

  async function isAbsent(node: TronNode, row: TronSendRow, solid: number): Promise<boolean> {
    if ((await node.header(solid)).time < row.expires_at) return false;
    for (let from = row.reference_height; from <= solid; from += BLOCKS_PER_READ) {
      const blocks = await nodes.scannerOf(node).scan(from, Math.min(solid, from + BLOCKS_PER_READ - 1));
      const last = blocks.findIndex(({ time }) => time >= row.expires_at);
      const possible = last < 0 ? blocks : blocks.slice(0, last + 1);
      if (possible.some(({ transactions }) => transactions.some(({ txHash }) => txHash === row.tx_hash))) return false;
      if (last >= 0) return true;
    }
    return false;
  }

  async function monitor(row: TronSendRow): Promise<void> {
    const state = await sendState(row.idempotency_key);
    if (state.state === 'failed') return await store.settle(row.tx_hash, 'FAILED');
    if (state.state === 'confirmed') {
      if (state.confirmations >= finalAfter) await store.settle(row.tx_hash, 'CONFIRMED');
      return;
    }
    if (state.state !== 'pending') return;
    const view = await nodes.atHead();
    if (await isDead(row, view)) return await store.settle(row.tx_hash, 'EXPIRED');
    await broadcast(nodes.each, row.bytes);
  }

  return async () => {
    const failures: unknown[] = [];
    for (const row of await store.listPending()) {
      // A payment that fails must not stop the monitoring of the others.
      await monitor(row).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
}

/** A transaction's life has about 80 blocks. */
const BLOCKS_PER_READ = 50;

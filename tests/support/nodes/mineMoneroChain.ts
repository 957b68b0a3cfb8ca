import { cpSync } from 'node:fs';
import { startMonerod } from '../../../scripts/nodes/monerod.ts';
import { createMoneroKeys } from '../../../server/ports/chain/monero/moneroKeys.ts';
import { createMoneroRpc } from '../../../server/ports/chain/monero/moneroRpc.ts';

/** The customer, who is no part of the exchange, and who mined the first blocks */
export const CUSTOMER_KEYS = createMoneroKeys(new Uint8Array(64).fill(9), 'regtest');
/** A busy machine needs seconds for a block. */
const AT_ONCE = 10;

/** Mines a private chain of as many blocks for the customer, and copies its node's folder into `folder`. */
export async function mineMoneroChain(folder: string, blocks: number): Promise<void> {
  const node = await startMonerod();
  try {
    const rpc = createMoneroRpc(node.url);
    const wallet_address = CUSTOMER_KEYS.addressAt(0);
    for (let mined = 0; mined < blocks; mined += AT_ONCE) {
      await rpc.call('generateblocks', { amount_of_blocks: AT_ONCE, wallet_address });
    }
    await rpc.post('/save_bc', {});
    cpSync(node.folder, folder, { recursive: true });
  } finally {
    await node.stop();
  }
}

import { afterEach, expect, test } from 'vitest';
import { updateDeposit } from '../../db/repositories/deposits.ts';
import { createRecoverWrittenOffDeposits } from './recoverWrittenOffDeposits.ts';
import { makeOrder, startOrderHost, type OrderHost } from '../testing/orderHost.ts';

let host: OrderHost;
afterEach(async () => {
  await host.close();
});

test('locates every written-off deposit in turn, even after one that fails', async () => {
  host = await startOrderHost();
  const made = await makeOrder(host);
  const bitcoin = host.chain('bitcoin');
  const hashes = Array.from({ length: 45 }, () => bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.001'));
  await host.tick();
  for (const tx_hash of hashes) {
    bitcoin.drop(tx_hash);
    await updateDeposit(
      host.database,
      { network: 'bitcoin', tx_hash, transfer_index: 0 },
      { is_reorged: 1, times_written_off: 1 },
    );
  }
  const broken = hashes.toSorted()[3];
  const requested: string[] = [];
  bitcoin.locate = (txHash) => {
    requested.push(txHash);
    return txHash === broken ? Promise.reject(new Error('the nodes contradict each other')) : Promise.resolve(null);
  };
  const recoverWrittenOffDeposits = createRecoverWrittenOffDeposits(host.context);
  await expect(recoverWrittenOffDeposits(bitcoin)).rejects.toThrow('contradict');
  for (let time = 0; time < 3; time += 1) await recoverWrittenOffDeposits(bitcoin);
  expect(new Set(requested)).toEqual(new Set(hashes));
  // Starts again from the first.
  requested.length = 0;
  await recoverWrittenOffDeposits(bitcoin).catch(() => undefined);
  await recoverWrittenOffDeposits(bitcoin).catch(() => undefined);
  expect(requested).toContain(broken);
});

import { fieldOf } from '../../../server/ports/chain/nodeAnswers.ts';
import type { ChainFaultsUnderTest } from '../../conformance/chainUnderTest.ts';
import { startFlakyNode } from './flakyNode.ts';
import type { MoneroNetwork } from './monero.ts';

const LAG = 2;
const HIGH_FEE = 10;

/**
 * Starts proxies of two nodes and of their wallet programs, through which a gateway reads a real chain with faults. While the chain is
 * stuck, its blocks include no transaction.
 */
export async function startMoneroFaults(network: MoneroNetwork) {
  const proxies = await Promise.all(
    network.nodes.map(async ({ url, walletUrl }) => {
      return { daemon: await startFlakyNode(url), wallet: await startFlakyNode(walletUrl) };
    }),
  );
  const [first, second] = proxies;
  if (!first || !second) throw new Error('two nodes are needed');
  let isStuck = false;
  const each = [first.daemon, first.wallet, second.daemon, second.wallet];

  const faults: ChainFaultsUnderTest = {
    async reorganise(blocks, fate) {
      const removed = await network.transactionsIn(blocks);
      const rivals = fate === 'doubleSpend' ? await Promise.all(removed.map((one) => network.rivalOf(one))) : [];
      const held = await network.waiting();
      await network.replaceBlocks(blocks);
      for (const [place, { bytes }] of removed.entries()) await network.broadcast(rivals[place] ?? bytes);
      for (const { bytes } of held) await network.broadcast(bytes);
    },
    replaceWaiting: () => Promise.reject(new Error('payments of Monero can not be replaced')),
    break(fault) {
      switch (fault) {
        case 'lag':
          second.daemon.lie('get_info', (truth) => withFields(truth, { height: Number(fieldOf(truth, 'height')) - LAG }));
          break;
        case 'hide':
          second.wallet.lie('incoming_transfers', () => ({}));
          second.daemon.lie('get_transactions', () => ({ status: 'OK' }));
          break;
        case 'invent':
        case 'overstate':
          first.wallet.lie('incoming_transfers', (truth) => {
            const transfers = fieldOf(truth, 'transfers');
            if (!Array.isArray(transfers)) return truth;
            return { transfers: transfers.map((one) => withFields(one, { amount: Number(fieldOf(one, 'amount')) * 2 })) };
          });
          break;
        case 'down':
          second.daemon.fail('*', 'refuse');
          second.wallet.fail('*', 'refuse');
          break;
        case 'lossy':
          for (const { daemon } of [first, second]) daemon.fail('send_raw_transaction', 'lose');
          break;
        case 'stuck':
          isStuck = true;
          break;
        case 'highFees':
          for (const { daemon } of [first, second]) {
            daemon.lie('get_fee_estimate', (truth) => {
              const fees = fieldOf(truth, 'fees');
              return withFields(truth, { fees: Array.isArray(fees) ? fees.map((fee) => Number(fee) * HIGH_FEE) : [] });
            });
          }
          break;
      }
      return Promise.resolve();
    },
    mend() {
      for (const proxy of each) proxy.mend();
      isStuck = false;
      return Promise.resolve();
    },
  };
  return {
    faults,
    /** The wallet program of the first node */
    firstWallet: first.wallet,
    nodes: proxies.map(({ daemon, wallet }) => ({ url: daemon.url, walletUrl: wallet.url })),
    stop: async () => void (await Promise.all(each.map((proxy) => proxy.stop()))),
    /** Mines blocks. While the chain is stuck, they include no transaction. */
    async mine(blocks: number): Promise<void> {
      const held = isStuck ? await network.waiting() : [];
      if (held.length > 0) await network.forgetWaiting();
      await network.mine(blocks);
      for (const { bytes } of held) await network.broadcast(bytes);
    },
  };
}

function withFields(answer: unknown, fields: Record<string, unknown>): unknown {
  return typeof answer === 'object' && answer !== null ? { ...answer, ...fields } : fields;
}

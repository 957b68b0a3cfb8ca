import { createHash } from 'node:crypto';
import type { ChainFaultsUnderTest } from '../../../conformance/chainUnderTest.ts';
import { hexOf } from '../../../../server/ports/chain/tron/tronCalls.ts';
import type { Mined } from './tronChain.ts';
import type { TronStandin } from './tronStandin.ts';

const LAG = 2;
const HIGH_FEES = 4n;

/** Creates the faults of a chain on a stand-in. */
export function createTronFaults({ chain, nodes, customer }: TronStandin): ChainFaultsUnderTest {
  const isOfCustomer = ({ owner }: Pick<Mined, 'owner'>): boolean => owner === hexOf(customer);
  const newestPayment = (): Mined => {
    for (let { number } = chain.head(); number > 0; number -= 1) {
      const found = chain.blockAt(number)?.mined.find(isOfCustomer);
      if (found) return found;
    }
    throw new Error('the customer has not paid');
  };
  /** Returns a payment that never happened, to the recipient of a real one. */
  const forged = (payment: Mined): Mined => ({ ...payment, txHash: createHash('sha256').update(payment.txHash).digest('hex') });

  return {
    reorganise(blocks, fate) {
      // The customer can spend the coins in another transaction. Nobody but us has the keys of our payments.
      chain.remove(blocks, (transaction) => fate === 'return' || !isOfCustomer(transaction));
      for (const [txHash, waiting] of chain.pool) if (fate === 'doubleSpend' && isOfCustomer(waiting)) chain.pool.delete(txHash);
      // The other branch is longer, without the transactions: they wait.
      const waiting = [...chain.pool];
      chain.pool.clear();
      chain.mine(blocks);
      for (const [txHash, transaction] of waiting) chain.pool.set(txHash, transaction);
      return Promise.resolve();
    },
    replaceWaiting: () => Promise.reject(new Error('transactions of TRON have no replacement')),
    break(fault) {
      switch (fault) {
        case 'lag':
          nodes.second.break({ lag: LAG });
          break;
        case 'hide':
          nodes.second.break({ hides: isOfCustomer });
          break;
        case 'invent': {
          const payment = newestPayment();
          nodes.second.break({ invents: { besides: payment.txHash, transaction: forged(payment) } });
          break;
        }
        case 'overstate':
          nodes.second.break({ overstates: 2n });
          break;
        case 'down':
          nodes.second.break({ silence: 'all' });
          break;
        case 'lossy':
          for (const node of [nodes.first, nodes.second]) node.break({ silence: 'broadcast' });
          break;
        case 'stuck':
          chain.setStuck(true);
          break;
        case 'highFees':
          chain.setPrices(HIGH_FEES);
          break;
      }
      return Promise.resolve();
    },
    mend() {
      for (const node of [nodes.first, nodes.second]) node.break({});
      chain.setStuck(false);
      chain.setPrices(1n);
      return Promise.resolve();
    },
  };
}

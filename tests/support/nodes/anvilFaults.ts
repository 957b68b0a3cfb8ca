import { isHex, keccak256, numberToHex, pad, type Address, type Hash, type Hex } from 'viem';
import { TRANSFER_TOPIC } from '../../../server/ports/chain/evm/evmCalls.ts';
import type { ChainFaultsUnderTest } from '../../conformance/chainUnderTest.ts';
import type { Anvil } from './anvil.ts';
import type { startFlakyNode } from './flakyNode.ts';

type FlakyNode = Awaited<ReturnType<typeof startFlakyNode>>;

const GWEI = 1_000_000_000n;
const USUAL_BASE_FEE = GWEI;
const HIGH_BASE_FEE = 80n * GWEI;
/** Hash of a transaction that does not exist. */
const INVENTED: Hash = `0x${'1f'.repeat(32)}`;

/**
 * Creates the faults of a real chain on a development node. `first` and `second` are proxies between the gateway and the node.
 * While the chain is stuck, pending transactions are removed from the node and kept here.
 */
export function createAnvilFaults(anvil: Anvil, { first, second }: { first: FlakyNode; second: FlakyNode }, token: Address) {
  const { client } = anvil;
  const withheld: Hex[] = [];
  let isStuck = false;

  const rawOf = (hash: Hash): Promise<Hex> => anvil.rawTransaction(hash);
  async function pendingHashes(): Promise<Hash[]> {
    const { pending } = await client.getTxpoolContent();
    return Object.values(pending).flatMap((byNonce) => Object.values(byNonce).map(({ hash }) => hash));
  }
  async function rebroadcast(raws: readonly Hex[]): Promise<void> {
    for (const raw of raws) await client.sendRawTransaction({ serializedTransaction: raw });
  }
  /** Replaces a transaction by one with the same nonce and twice the fee. */
  async function replace(hash: Hash, fate: 'same' | 'conflicting'): Promise<void> {
    const { nonce, to, value, input, maxFeePerGas = GWEI, gas } = await client.getTransaction({ hash });
    await client.sendTransaction({
      chain: null,
      nonce,
      gas,
      ...(fate === 'same' ? { to, value, data: input } : { to: anvil.customer, value: 0n }),
      maxFeePerGas: maxFeePerGas * 2n + 4n * GWEI,
      maxPriorityFeePerGas: 4n * GWEI,
    });
  }
  async function setBaseFee(baseFeePerGas: bigint): Promise<void> {
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas });
    await anvil.mine(1);
  }
  /** Forges a deposit of a thousand tokens, with its receipt, in the newest final block, to the address that is requested. */
  async function invent(): Promise<void> {
    const { number, hash } = await client.getBlock({ blockNumber: (await client.getBlockNumber()) - 4n });
    const place = { blockNumber: numberToHex(number), blockHash: hash, transactionHash: INVENTED, transactionIndex: '0x0' };
    const log = { ...place, address: token, data: numberToHex(10n ** 9n, { size: 32 }), logIndex: '0x0', removed: false };
    const receipt = { ...log, from: anvil.customer, to: token, status: '0x1', type: '0x2', contractAddress: null };
    let topics: Hex[] = [];
    second.lie('eth_getLogs', (truth, [filter]) => {
      const payee = payeeOf(filter);
      if (payee === undefined) return truth;
      topics = [TRANSFER_TOPIC, pad(anvil.customer), payee];
      return [...(Array.isArray(truth) ? truth : []), { ...log, topics }];
    });
    second.lie('eth_getTransactionReceipt', (truth, [hash]) =>
      hash === INVENTED ? { ...receipt, logs: [{ ...log, topics }] } : truth,
    );
  }

  const faults: ChainFaultsUnderTest = {
    async reorganise(blocks, fate) {
      const newest = Number(await client.getBlockNumber());
      const raws: Hex[] = [];
      for (let number = newest - blocks + 1; number <= newest; number += 1) {
        const { transactions } = await client.getBlock({ blockNumber: BigInt(number) });
        for (const hash of transactions) raws.push(await rawOf(hash));
      }
      await anvil.reorganise(blocks);
      await rebroadcast(raws);
      if (fate === 'doubleSpend') for (const raw of raws) await replace(keccak256(raw), 'conflicting');
    },
    async replaceWaiting(fate) {
      for (const hash of await pendingHashes()) await replace(hash, fate);
    },
    async break(fault) {
      switch (fault) {
        case 'lag':
          return second.lie('eth_blockNumber', (truth) => numberToHex(Number(truth) - 2));
        case 'hide':
          for (const method of ['eth_getLogs', 'eth_getTransactionReceipt'])
            second.lie(method, (truth) => (Array.isArray(truth) ? [] : null));
          return;
        case 'invent':
          return await invent();
        case 'overstate':
          return second.lie('eth_getBalance', () => numberToHex(10n ** 27n));
        case 'down':
          return second.fail('*', 'refuse');
        case 'lossy':
          for (const node of [first, second]) node.fail('eth_sendRawTransaction', 'lose');
          return;
        case 'stuck':
          isStuck = true;
          return;
        case 'highFees':
          return await setBaseFee(HIGH_BASE_FEE);
      }
    },
    async mend() {
      first.mend();
      second.mend();
      isStuck = false;
      await rebroadcast(withheld.splice(0));
      await client.setNextBlockBaseFeePerGas({ baseFeePerGas: USUAL_BASE_FEE });
    },
  };
  return {
    faults,
    /** Mines blocks. While the chain is stuck, they include no pending transaction. */
    async mine(blocks: number): Promise<void> {
      for (const hash of isStuck ? await pendingHashes() : []) {
        withheld.push(await rawOf(hash));
        await client.dropTransaction({ hash });
      }
      await anvil.mine(blocks);
    },
  };
}

/** Returns the recipient that a log filter requests. */
function payeeOf(filter: unknown): Hex | undefined {
  const topics: unknown = typeof filter === 'object' && filter !== null && 'topics' in filter ? filter.topics : [];
  const payees: unknown = Array.isArray(topics) ? topics[2] : undefined;
  const payee: unknown = Array.isArray(payees) ? payees[0] : payees;
  return isHex(payee) ? payee : undefined;
}

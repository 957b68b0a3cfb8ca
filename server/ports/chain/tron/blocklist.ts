import { keccak_256 } from '@noble/hashes/sha3.js';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { ChainUnavailableError, type ChainGateway } from '../chainGateway.ts';
import { addressToHex } from './tronAddresses.ts';
import { contractOf } from './tronCalls.ts';
import { REVERTED } from './tronNode.ts';
import type { TronNodes } from './tronNodes.ts';
import { wordOf } from './tronTransaction.ts';

/** Returns what the port says about blocked addresses, by the contract's function that the catalogue names (`evm/blocklist.ts`). */
export function createBlocklist(nodes: TronNodes, instrumentOf: (slug: string) => CatalogueInstrument) {
  /** Returns each node's answer; nothing where there is no blocklist. Address in hex. */
  async function ask(instrument: CatalogueInstrument, address: string): Promise<readonly boolean[]> {
    const blocklist = instrument.transferRules?.blocklist ?? null;
    const contract = contractOf(instrument);
    if (blocklist === null || contract === null) return [];
    const selector = Buffer.from(keccak_256(Buffer.from(`${blocklist}(address)`))).toString('hex', 0, 4);
    const { nodes: synced } = await nodes.atHead();
    return await nodes.answers(synced, async (node) => {
      const call = { owner: address, contract, data: `${selector}${wordOf(address)}` };
      const answer = await node.simulate('wallet', call);
      if (!('failure' in answer)) return /[1-9a-f]/.test(answer.result);
      // A contract without such a function reverts, and blocks nobody.
      if (answer.failure === REVERTED) return false;
      throw new ChainUnavailableError(`a node can not tell whether ${instrument.slug} blocks an address: ${answer.failure}`);
    });
  }

  const isBlocked: NonNullable<ChainGateway['isBlocked']> = async (slug, address) => {
    const hex = addressToHex(address);
    const answers = hex === undefined ? [] : await ask(instrumentOf(slug), hex);
    return answers.filter(Boolean).length * 2 > answers.length;
  };

  /** A wrong "no" would cost the payout: throws ChainUnavailableError when the nodes disagree. */
  const isDepositBlocked: NonNullable<ChainGateway['isDepositBlocked']> = async ({ instrumentSlug, txHash, toAddress }) => {
    const instrument = instrumentOf(instrumentSlug);
    const to = addressToHex(toAddress);
    if ((instrument.transferRules?.blocklist ?? null) === null || to === undefined) return false;
    const { nodes: synced } = await nodes.atHead();
    const receipts = await nodes.answers(synced, async (node) => await node.receipt(txHash));
    const contract = contractOf(instrument);
    const logs = receipts.flatMap((receipt) => receipt?.logs ?? []);
    const payers = logs.filter((log) => log.contract === contract && log.to === to).map(({ from }) => from);
    if (payers.length === 0) throw new ChainUnavailableError(`no node shows who paid the deposit ${txHash}`);
    for (const address of new Set([to, ...payers])) {
      const answers = await ask(instrument, address);
      if (answers.every(Boolean) && answers.length > 0) return true;
      if (answers.some(Boolean))
        throw new ChainUnavailableError(`the nodes disagree whether ${instrument.slug} blocks an address`);
    }
    return false;
  };

  return { isBlocked, isDepositBlocked };
}

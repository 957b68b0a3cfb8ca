import { ChainUnavailableError } from '../chainGateway.ts';
import { fieldOf } from '../nodeAnswers.ts';
import { WrongChainError } from '../nodeErrors.ts';
import type { TronClient, TronView } from './tronClient.ts';
import { listOf, parseReceipt, textOf, type TronReceipt } from './tronReceipt.ts';

export interface BlockHeader {
  number: number;
  hash: string;
  parentHash: string;
  /** In ms since 1970 */
  time: number;
}

/** A transaction of a block with what it did. Addresses in hex, amounts in sun. */
export interface BlockTransaction extends TronReceipt {
  /** The address that signed it */
  owner: string;
  /** A transfer of TRX that succeeded */
  transfer: { to: string; units: bigint } | null;
}

export interface TronBlock extends BlockHeader {
  transactions: BlockTransaction[];
}

/** The failure of a call that the contract refuses, as nodes name it. They name faults of their own otherwise. */
export const REVERTED = 'REVERT opcode executed';

/** The answer to a contract call that is only simulated. */
export type Simulation = { energy: bigint; result: string } | { failure: string };

export interface ContractCall {
  /** Addresses and data in hex */
  owner: string;
  contract: string;
  data: string;
}

/** Prices in sun: for a byte of bandwidth, for a unit of energy, and for an account that a transfer creates. */
export interface TronPrices {
  bandwidth: bigint;
  energy: bigint;
  account: bigint;
}

/** A node of the expected chain. Addresses in hex. Methods throw ChainUnavailableError. */
export interface TronNode {
  height(): Promise<number>;
  solidHeader(): Promise<BlockHeader>;
  header(height: number): Promise<BlockHeader>;
  /** Returns a block with its receipts. Throws when the two do not belong together. */
  block(height: number): Promise<TronBlock>;
  /** Returns what a block did with a transaction; undefined when no block of the newest view includes it. */
  receipt(txHash: string): Promise<TronReceipt | undefined>;
  /** Returns an account in the solid view, with its balance in sun; undefined when it does not exist yet. */
  account(owner: string): Promise<{ balance: bigint; isContract: boolean } | undefined>;
  simulate(view: TronView, call: ContractCall): Promise<Simulation>;
  prices(): Promise<TronPrices>;
  /** Broadcasts signed bytes. Returns the node's answer: `SUCCESS`, or why it refuses. A refusal proves nothing. */
  broadcast(bytes: string): Promise<string>;
}

export function createTronNode(client: TronClient, genesisHash: string): TronNode {
  let isVerified = false;
  /** Checks the chain before the first request: a node of another chain would show deposits that have no value. */
  const ask: TronClient = async (view, method, body) => {
    if (!isVerified) {
      const genesis = parseHeader(await client('wallet', 'getblock', { id_or_num: '0', detail: false }));
      if (genesis.hash !== genesisHash) throw new WrongChainError('a node serves another chain');
      isVerified = true;
    }
    return await client(view, method, body);
  };

  return {
    height: async () => parseHeader(await ask('wallet', 'getblock', { detail: false })).number,
    solidHeader: async () => parseHeader(await ask('walletsolidity', 'getblock', { detail: false })),
    header: async (height) => parseHeader(await ask('wallet', 'getblock', { id_or_num: String(height), detail: false })),
    async block(height) {
      const [block, receipts] = await Promise.all([
        ask('wallet', 'getblockbynum', { num: height }),
        ask('wallet', 'gettransactioninfobyblocknum', { num: height }),
      ]);
      return parseBlock(block, listOf(receipts).map(parseReceipt));
    },
    async receipt(txHash) {
      const receipt = parseReceipt(await ask('wallet', 'gettransactioninfobyid', { value: txHash }));
      if (receipt && receipt.txHash !== txHash)
        throw new ChainUnavailableError('a node shows the receipt of another transaction');
      return receipt;
    },
    async account(owner) {
      const account = await ask('walletsolidity', 'getaccount', { address: owner });
      if (fieldOf(account, 'address') === undefined) return undefined;
      return { balance: numberOf(account, 'balance'), isContract: fieldOf(account, 'type') === 'Contract' };
    },
    async simulate(view, { owner, contract, data }) {
      const answer = await ask(view, 'triggerconstantcontract', { owner_address: owner, contract_address: contract, data });
      const result = fieldOf(answer, 'result');
      if (fieldOf(result, 'result') !== true) throw new ChainUnavailableError('the node can not simulate a contract call');
      // A call that fails is answered as a success, with the cause as a message.
      const [outcome] = listOf(fieldOf(fieldOf(answer, 'transaction'), 'ret'));
      const message = fieldOf(result, 'message');
      if (fieldOf(outcome, 'ret') === 'FAILED' || message !== undefined) return { failure: readable(message) };
      return { energy: numberOf(answer, 'energy_used'), result: textOf(listOf(fieldOf(answer, 'constant_result'))[0] ?? '') };
    },
    async prices() {
      const listed = listOf(fieldOf(await ask('wallet', 'getchainparameters'), 'chainParameter'));
      const price = (key: string): bigint => {
        const found = listed.find((one) => fieldOf(one, 'key') === key);
        if (found === undefined) throw new ChainUnavailableError(`a node does not name the price ${key}`);
        return numberOf(found, 'value');
      };
      const account = price('getCreateAccountFee') + price('getCreateNewAccountFeeInSystemContract');
      return { bandwidth: price('getTransactionFee'), energy: price('getEnergyFee'), account };
    },
    async broadcast(bytes) {
      const answer = await ask('wallet', 'broadcasthex', { transaction: bytes });
      return fieldOf(answer, 'result') === true ? 'SUCCESS' : textOf(fieldOf(answer, 'code') ?? 'no code');
    },
  };
}

function parseHeader(answer: unknown): BlockHeader {
  // A block that the node does not have yet is `{}`.
  const raw = fieldOf(fieldOf(answer, 'block_header'), 'raw_data');
  if (raw === undefined) throw new ChainUnavailableError('a node does not have a block yet');
  return {
    number: Number(numberOf(raw, 'number')),
    hash: textOf(fieldOf(answer, 'blockID')),
    parentHash: textOf(fieldOf(raw, 'parentHash')),
    time: Number(numberOf(raw, 'timestamp')),
  };
}

function parseBlock(answer: unknown, receipts: readonly (TronReceipt | undefined)[]): TronBlock {
  const header = parseHeader(answer);
  const listed = listOf(fieldOf(answer, 'transactions'));
  const byHash = new Map(
    receipts.flatMap((receipt) => (receipt?.blockNumber === header.number ? [[receipt.txHash, receipt]] : [])),
  );
  const transactions = listed.map((transaction): BlockTransaction => {
    const receipt = byHash.get(textOf(fieldOf(transaction, 'txID')));
    // Either a reorg happened between the two requests, or the node has no receipts.
    if (!receipt) throw new ChainUnavailableError('a node shows a block without the receipts of its transactions');
    const [contract] = listOf(fieldOf(fieldOf(transaction, 'raw_data'), 'contract'));
    const value = fieldOf(fieldOf(contract, 'parameter'), 'value');
    const isTransfer = fieldOf(contract, 'type') === 'TransferContract' && receipt.failure === null;
    const transfer = isTransfer ? { to: textOf(fieldOf(value, 'to_address')), units: numberOf(value, 'amount') } : null;
    return { ...receipt, owner: textOf(fieldOf(value, 'owner_address') ?? ''), transfer };
  });
  if (byHash.size !== transactions.length) throw new ChainUnavailableError('a node shows receipts of another block');
  return { ...header, transactions };
}

/** Returns a whole number of an answer. Nodes leave out zeros. */
function numberOf(answer: unknown, name: string): bigint {
  const value = fieldOf(answer, name) ?? '0';
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) throw new ChainUnavailableError(`a node shows no number as "${name}"`);
  return BigInt(value);
}

/** Messages are text in hex. */
function readable(message: unknown): string {
  const text = typeof message === 'string' ? Buffer.from(message, 'hex').toString('utf8') : '';
  return text === '' ? 'the contract refuses the call' : text;
}

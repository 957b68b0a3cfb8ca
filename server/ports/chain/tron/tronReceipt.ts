import { ChainUnavailableError } from '../chainGateway.ts';
import { fieldOf } from '../nodeAnswers.ts';

/** A `Transfer` event of a token. Addresses in hex. */
export interface LoggedTransfer {
  contract: string;
  from: string;
  to: string;
  units: bigint;
  /** Which log of the transaction */
  place: number;
}

/** TRX that a contract passed on. */
export interface InternalTransfer {
  to: string;
  units: bigint;
  /** Which one of the transaction's internal transactions that can move TRX */
  place: number;
}

/** What a block did with a transaction. `fee` in sun. */
export interface TronReceipt {
  txHash: string;
  blockNumber: number;
  /** Why it failed in its block; null when it succeeded */
  failure: string | null;
  fee: bigint;
  logs: LoggedTransfer[];
  internal: InternalTransfer[];
  /** Whether the node shows calls of contracts in it, also without TRX. Nodes store them only if they are configured to. */
  hasInternal: boolean;
}

/** `Transfer(address,address,uint256)` */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const WORD_DIGITS = 64;

/** Returns a receipt; undefined for `{}`, with which nodes answer for a transaction that no block includes. Throws ChainUnavailableError. */
export function parseReceipt(answer: unknown): TronReceipt | undefined {
  const id = fieldOf(answer, 'id');
  if (id === undefined) return undefined;
  const blockNumber = Number(fieldOf(answer, 'blockNumber'));
  if (typeof id !== 'string' || !Number.isSafeInteger(blockNumber))
    throw new ChainUnavailableError('a node shows a malformed receipt');
  const result = fieldOf(fieldOf(answer, 'receipt'), 'result');
  const failure = fieldOf(answer, 'result') === 'FAILED' || !OK.has(result) ? textOf(result ?? 'FAILED') : null;
  // The logs and internal transactions of a failed one were undone.
  const isSuccess = failure === null;
  const internal = listOf(fieldOf(answer, 'internal_transactions')).filter((call) => MOVING_NOTES.has(fieldOf(call, 'note')));
  return {
    txHash: id,
    blockNumber,
    failure,
    fee: BigInt(textOf(fieldOf(answer, 'fee') ?? '0')),
    logs: isSuccess ? listOf(fieldOf(answer, 'log')).flatMap(parseLog) : [],
    internal: isSuccess ? internal.flatMap(parseInternal) : [],
    hasInternal: internal.length > 0,
  };
}

/**
 * Notes, in hex, of the internal transactions that move TRX: `call`, `create` and `suicide`. Others, such as a delegation of staked TRX,
 * name a receiver and an amount as well, but it receives nothing. Only nodes with `saveFeaturedInternalTx` show those.
 */
const MOVING_NOTES: ReadonlySet<unknown> = new Set(['63616c6c', '637265617465', '73756963696465']);

/** Receipts of transfers of TRX have no result of a contract. */
const OK: ReadonlySet<unknown> = new Set([undefined, 'SUCCESS', 'DEFAULT']);

function parseLog(log: unknown, place: number): LoggedTransfer[] {
  const [topic, from, to] = listOf(fieldOf(log, 'topics')).map(textOf);
  const data = textOf(fieldOf(log, 'data') ?? '');
  if (topic !== TRANSFER_TOPIC || from === undefined || to === undefined || data.length !== WORD_DIGITS) return [];
  const address = textOf(fieldOf(log, 'address'));
  return [{ contract: toAddress(address), from: toAddress(from), to: toAddress(to), units: BigInt(`0x${data}`), place }];
}

function parseInternal(call: unknown, place: number): InternalTransfer[] {
  if (fieldOf(call, 'rejected') === true) return [];
  const values = listOf(fieldOf(call, 'callValueInfo')).filter((value) => fieldOf(value, 'tokenId') === undefined);
  const units = values.reduce<bigint>((total, value) => total + BigInt(textOf(fieldOf(value, 'callValue') ?? '0')), 0n);
  return units > 0n ? [{ to: textOf(fieldOf(call, 'transferTo_address')), units, place }] : [];
}

/** Logs have addresses of 20 bytes or words of 32. */
const toAddress = (hex: string): string => `41${hex.slice(-40)}`;

/** Returns a list of an answer. Nodes leave out lists that are empty. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns a text of an answer, or a number as its source text. Throws ChainUnavailableError. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new ChainUnavailableError('a node leaves out a part of its answer');
  return value;
}

import { createHash } from 'node:crypto';
import { WITNESS_RULES, type SerialisationRules } from './coinParameters.ts';

/** An output of a transaction, named by the transaction that created it. */
export interface CoinName {
  txHash: string;
  output: number;
}

export interface RawOutput {
  /** In hex */
  script: string;
  /** In base units */
  units: bigint;
}

/** A transaction as the network serialises it (BIP-144). */
export interface RawTransaction {
  txHash: string;
  inputs: CoinName[];
  outputs: RawOutput[];
  kind: 'ordinary' | 'coinbase' | 'hogEx';
  /** The serialised transaction, in hex */
  bytes: string;
}

export interface RawBlock {
  hash: string;
  /** In hex */
  header: string;
  parentHash: string;
  /** In ms since 1970, as the miner states it */
  time: number;
  transactions: RawTransaction[];
}

/** Bits of the flag that follows an empty list of inputs: BIP-144, and LIP-3 of Litecoin. */
const HAS_WITNESS = 1;
const HAS_MWEB = 8;
const HEADER_BYTES = 80;
const HASH_BYTES = 32;
/** The bit of a block's version by which merged mining is declared */
const AUXILIARY_VERSION = 0x100;
const NO_TRANSACTION = '0'.repeat(64);

/** Data that is not what it should be: a node is broken or lies. */
export class MalformedDataError extends Error {
  override readonly name = 'MalformedDataError';
}

/** Parses a transaction in hex; without `rules`, one of Bitcoin or Litecoin. Throws a MalformedDataError. */
export function parseTransaction(hex: string, rules = WITNESS_RULES): RawTransaction {
  const reader = createReader(readHex(hex));
  const transaction = readTransaction(reader, rules);
  // A transaction outside a block may carry data of the extension blocks, which is not part of its hash.
  if (reader.left() > 0 && !transaction.isExtended) throw new MalformedDataError('bytes follow the transaction');
  return transaction.parsed;
}

/**
 * Parses a block in hex, and checks that header and transactions are those of its hash: so a node can neither hide a transaction of a
 * known block nor add one. Where the hash does not prove the header, the caller must. Without `rules`, those of Bitcoin and Litecoin
 * apply. Throws a MalformedDataError.
 */
export function parseBlock(hex: string, hash: string, rules = WITNESS_RULES): RawBlock {
  const bytes = readHex(hex);
  const header = bytes.subarray(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES || (rules.provesHeader && hashOf(header) !== hash))
    throw new MalformedDataError(`the header is not that of block ${hash}`);
  const reader = createReader(bytes, HEADER_BYTES);
  if (rules.hasAuxiliaryProofs && (header.readUInt32LE(0) & AUXILIARY_VERSION) !== 0) skipAuxiliaryProof(reader);
  const transactions: RawTransaction[] = [];
  for (let left = reader.count(); left > 0; left -= 1) transactions.push(readTransaction(reader, rules).parsed);
  const merkleRoot = header.subarray(36, 68);
  if (!rootOf(transactions).equals(merkleRoot)) throw new MalformedDataError(`the transactions are not those of block ${hash}`);
  return {
    hash,
    header: header.toString('hex'),
    parentHash: reversed(header.subarray(4, 36)),
    time: header.readUInt32LE(68) * 1_000,
    transactions,
  };
}

type Reader = ReturnType<typeof createReader>;

/** Skips the proof of merged mining: a block of another chain, and the branches that lead from it to this block. */
function skipAuxiliaryProof(reader: Reader): void {
  readTransaction(reader, WITNESS_RULES);
  reader.advance(HASH_BYTES);
  // From the transaction to the root of the other chain's block, and from this chain to the root in that transaction.
  skipBranch(reader);
  skipBranch(reader);
  reader.advance(HEADER_BYTES);
}

function skipBranch(reader: Reader): void {
  reader.advance(HASH_BYTES * reader.count());
  reader.advance(4);
}

function readTransaction(reader: Reader, rules: SerialisationRules): { parsed: RawTransaction; isExtended: boolean } {
  const start = reader.position();
  const version = reader.take(4);
  const bodyStart = reader.position();
  let inputCount = reader.count();
  const flag = inputCount === 0 && rules.hasWitnesses ? reader.byte() : 0;
  if ((flag & ~(HAS_WITNESS | HAS_MWEB)) !== 0) throw new MalformedDataError('unknown kind of transaction');
  const listsStart = flag === 0 ? bodyStart : reader.position();
  if (flag !== 0) inputCount = reader.count();
  const inputs: CoinName[] = [];
  for (let left = inputCount; left > 0; left -= 1) {
    const txHash = reversed(reader.take(32));
    inputs.push({ txHash, output: reader.uint32() });
    reader.advance(reader.count());
    reader.advance(4);
  }
  const outputs: RawOutput[] = [];
  for (let left = reader.count(); left > 0; left -= 1) {
    const units = reader.uint64();
    outputs.push({ units, script: reader.take(reader.count()).toString('hex') });
  }
  const lists = reader.since(listsStart);
  if ((flag & HAS_WITNESS) !== 0) {
    for (let left = inputCount; left > 0; left -= 1)
      for (let items = reader.count(); items > 0; items -= 1) reader.advance(reader.count());
  }
  // In a block, only the HogEx has this flag (LIP-3), and its data are absent. In other transactions the data follow, and the lock
  // time is last.
  const isExtended = (flag & HAS_MWEB) !== 0 && reader.byte() !== 0;
  const lockTime = isExtended ? reader.last(4) : reader.take(4);
  // The upper half of the version is the type (DIP-2).
  const isSpecial = rules.hasPayloads && version.readUInt16LE(0) >= 3 && version.readUInt16LE(2) !== 0;
  const payloadStart = reader.position();
  if (isSpecial) reader.advance(reader.count());
  const payload = reader.since(payloadStart);
  const isCoinbase = inputs.length === 1 && inputs[0]?.txHash === NO_TRANSACTION;
  const kind = isCoinbase ? 'coinbase' : (flag & HAS_MWEB) !== 0 && !isExtended ? 'hogEx' : 'ordinary';
  const txHash = hashOf(Buffer.concat([version, lists, lockTime, payload]));
  return { parsed: { txHash, inputs, outputs, kind, bytes: reader.since(start).toString('hex') }, isExtended };
}

function createReader(bytes: Buffer, from = 0) {
  let position = from;
  const take = (length: number): Buffer => {
    if (position + length > bytes.length) throw new MalformedDataError('the data end too early');
    position += length;
    return bytes.subarray(position - length, position);
  };
  const count = (): number => {
    const first = take(1).readUInt8();
    if (first < 0xfd) return first;
    if (first === 0xfd) return take(2).readUInt16LE();
    if (first === 0xfe) return take(4).readUInt32LE();
    throw new MalformedDataError('a list is too long');
  };
  return {
    take,
    count,
    advance: (length: number) => void take(length),
    byte: () => take(1).readUInt8(),
    uint32: () => take(4).readUInt32LE(),
    uint64: () => take(8).readBigUInt64LE(),
    position: () => position,
    since: (start: number) => bytes.subarray(start, position),
    left: () => bytes.length - position,
    /** Returns the last bytes of the data. */
    last: (length: number) => bytes.subarray(bytes.length - length),
  };
}

function readHex(hex: string): Buffer {
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.length * 2 !== hex.length) throw new MalformedDataError('the data are not hex');
  return bytes;
}

/** Returns the root of the Merkle tree over the hashes of transactions. A tree that repeats its last pairs is refused (CVE-2012-2459). */
function rootOf(transactions: readonly RawTransaction[]): Buffer {
  let level = transactions.map(({ txHash }) => turned(Buffer.from(txHash, 'hex')));
  while (level.length > 1) {
    const next: Buffer<ArrayBuffer>[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const left = level[index] ?? Buffer.alloc(0);
      const right = level[index + 1];
      if (right?.equals(left)) throw new MalformedDataError('a transaction is listed twice');
      next.push(doubleHash(Buffer.concat([left, right ?? left])));
    }
    level = next;
  }
  return level[0] ?? Buffer.alloc(0);
}

const sha256 = (bytes: Uint8Array): Buffer<ArrayBuffer> => createHash('sha256').update(bytes).digest();
const doubleHash = (bytes: Uint8Array): Buffer<ArrayBuffer> => sha256(sha256(bytes));
const hashOf = (bytes: Uint8Array): string => reversed(doubleHash(bytes));
/** Hashes are shown in the reverse of their byte order. */
const turned = (bytes: Uint8Array): Buffer<ArrayBuffer> => Buffer.from(bytes.toReversed());
const reversed = (bytes: Uint8Array): string => turned(bytes).toString('hex');

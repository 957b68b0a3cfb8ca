import { sha256 } from '@noble/hashes/sha2.js';

/** A block to which a transaction refers. The transaction is valid only on chains that contain it. */
export interface ReferenceBlock {
  height: number;
  /** 32 bytes in hex */
  hash: string;
}

/** What a transaction does. Addresses and data are in hex, `units` in sun. */
export type TronCall =
  | { type: 'transfer'; owner: string; to: string; units: bigint }
  | { type: 'trigger'; owner: string; contract: string; data: string };

export interface TronTransaction {
  call: TronCall;
  reference: ReferenceBlock;
  /** No block after the first one with this time can include it. In ms since 1970 */
  expiresAt: number;
  /** Nodes don't check it. It tells two equal payments apart. In ms since 1970 */
  createdAt: number;
  /** The most sun that a contract call may burn for energy; 0 for a transfer */
  feeLimit: bigint;
}

/** Added to a transaction's size for its result, as nodes do when they charge for bandwidth. */
const RESULT_BYTES = 64;
/** `transfer(address,uint256)` */
const TRANSFER_SELECTOR = 'a9059cbb';
const WORD_DIGITS = 64;
const TYPES = {
  transfer: { number: 1n, name: 'TransferContract' },
  trigger: { number: 31n, name: 'TriggerSmartContract' },
} as const;

/** Returns the bytes that are signed: the message `Transaction.raw` of TRON's protocol. Its SHA-256 is the transaction's hash. */
export function encodeRaw({ call, reference, expiresAt, createdAt, feeLimit }: TronTransaction): Uint8Array {
  const { number, name } = TYPES[call.type];
  const height = reference.height.toString(16).padStart(16, '0');
  const parameter = message(bytesField(1, Buffer.from(`type.googleapis.com/protocol.${name}`)), bytesField(2, encodeCall(call)));
  return message(
    bytesField(1, fromHex(height.slice(-4))),
    bytesField(4, fromHex(reference.hash.slice(16, 32))),
    numberField(8, BigInt(expiresAt)),
    bytesField(11, message(numberField(1, number), bytesField(2, parameter))),
    numberField(14, BigInt(createdAt)),
    numberField(18, feeLimit),
  );
}

/** Returns the bytes that are broadcast: the message `Transaction`. */
export function encodeSigned(raw: Uint8Array, signature: Uint8Array): Uint8Array {
  return message(bytesField(1, raw), bytesField(2, signature));
}

export const hashOf = (raw: Uint8Array): Uint8Array => sha256(raw);

/** Returns the bandwidth that a signed transaction takes, in bytes. */
export const bandwidthOf = (signed: Uint8Array): number => signed.length + RESULT_BYTES;

/** Returns the data of a call that transfers a TRC-20 token. `to` is an address in hex. */
export function transferData(to: string, units: bigint): string {
  return `${TRANSFER_SELECTOR}${wordOf(to)}${units.toString(16).padStart(WORD_DIGITS, '0')}`;
}

/** Returns the data of a transfer with another recipient. `to` is an address in hex. */
export const withRecipient = (data: string, to: string): string => `${TRANSFER_SELECTOR}${wordOf(to)}${data.slice(-WORD_DIGITS)}`;

/** Returns an address in hex as a word of call data or of a log. */
export const wordOf = (address: string): string => address.slice(-40).padStart(WORD_DIGITS, '0');

function encodeCall(call: TronCall): Uint8Array {
  const owner = bytesField(1, fromHex(call.owner));
  return call.type === 'transfer'
    ? message(owner, bytesField(2, fromHex(call.to)), numberField(3, call.units))
    : message(owner, bytesField(2, fromHex(call.contract)), bytesField(4, fromHex(call.data)));
}

/** Encodes a field with a variable-length number. A zero is left out, as Protocol Buffers do. */
function numberField(field: number, value: bigint): Uint8Array {
  return value === 0n ? new Uint8Array() : message(varint(BigInt(field << 3)), varint(value));
}

function bytesField(field: number, bytes: Uint8Array): Uint8Array {
  return message(varint(BigInt((field << 3) | 2)), varint(BigInt(bytes.length)), bytes);
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Uint8Array.from([...bytes, Number(rest)]);
}

const message = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);
const fromHex = (hex: string): Uint8Array => Buffer.from(hex, 'hex');

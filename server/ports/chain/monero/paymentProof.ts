import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE, concatBytes, numberToBytesLE } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58xmr } from '@scure/base';
import { hashToScalar } from './moneroKeys.ts';

const { Point } = ed25519;
const { Fn } = Point;
type Point = InstanceType<typeof Point>;

/** What every proof of a payment that was sent begins with */
const VERSION = 'OutProofV2';
/** cryptonote_config.h: HASH_KEY_TXPROOF_V2 */
const PURPOSE = keccak_256(utf8ToBytes('TXPROOF_V2'));
const KEY_BYTES = 32;
const KEY_DIGITS = 64;
/** cryptonote_config.h: what the first byte of a subaddress says */
const SUBADDRESS = 42;

/** Reads the public keys of an address. */
function keysOf(address: string): { spend: Point; view: Point; isSubaddress: boolean } {
  const bytes = base58xmr.decode(address);
  return {
    isSubaddress: bytes[0] === SUBADDRESS,
    spend: Point.fromBytes(bytes.subarray(1, 1 + KEY_BYTES)),
    view: Point.fromBytes(bytes.subarray(1 + KEY_BYTES, 1 + 2 * KEY_BYTES)),
  };
}

/**
 * Returns a proof that a transaction paid an address (`get_tx_proof` of Monero's wallets). Any wallet checks it with transaction, address
 * and an empty message (`check_tx_proof`), and learns the amount, but nothing about other payees. It works as long as the transaction is
 * in a block or waits for one.
 *
 * `txKey`: the secret key of the transaction and its additional ones, in hex
 */
export function createPaymentProof(txHash: string, txKey: string, address: string): string {
  const { spend, view, isSubaddress } = keysOf(address);
  const message = keccak_256(Buffer.from(txHash, 'hex'));
  const base = isSubaddress ? spend : Point.BASE;
  const parts: string[] = [VERSION];
  for (let place = 0; place < txKey.length; place += KEY_DIGITS) {
    const secret = Fn.create(bytesToNumberLE(Buffer.from(txKey.slice(place, place + KEY_DIGITS), 'hex')));
    const shared = view.multiply(secret).toBytes();
    const random = Fn.create(bytesToNumberLE(randomBytes(KEY_DIGITS)));
    const challenge = hashToScalar(
      concatBytes(
        message,
        shared,
        base.multiply(random).toBytes(),
        view.multiply(random).toBytes(),
        PURPOSE,
        base.multiply(secret).toBytes(),
        view.toBytes(),
        isSubaddress ? spend.toBytes() : new Uint8Array(KEY_BYTES),
      ),
    );
    const response = Fn.sub(random, Fn.mul(challenge, secret));
    parts.push(base58xmr.encode(shared));
    parts.push(base58xmr.encode(concatBytes(numberToBytesLE(challenge, KEY_BYTES), numberToBytesLE(response, KEY_BYTES))));
  }
  return parts.join('');
}

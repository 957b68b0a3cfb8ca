import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE, concatBytes, numberToBytesLE } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58xmr } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { hashToScalar, moneroKeysOf } from './moneroKeys.ts';
import { createPaymentProof } from './paymentProof.ts';

const { Point } = ed25519;
const { Fn } = Point;
const TX_HASH = '66da0299396f0f97e63684188deac3d38af2944932dada77caf45595b6220396';
const TX_KEY = '3a57e5c1ac538f796e36c73ab2b12a6f9f52a57ec1677173bd13216bc19e3b0a';
const ADDITIONAL = '345ab0536089717eaa63a442b101459c968606311a24558f624f75ad2762e004';
const keys = moneroKeysOf(new Uint8Array(32).fill(5));

/** Digits of 32 and of 64 bytes in Monero's base 58 */
const SHARED_DIGITS = 44;
const SIGNATURE_DIGITS = 88;

/** Checks one part of a proof as crypto.cpp does (check_tx_proof, version 2). The tests on real nodes let a wallet check one. */
function isValid(proof: string, place: number, txKey: string, address: string): boolean {
  const start = 'OutProofV2'.length + place * (SHARED_DIGITS + SIGNATURE_DIGITS);
  const shared = base58xmr.decode(proof.slice(start, start + SHARED_DIGITS));
  const signature = base58xmr.decode(proof.slice(start + SHARED_DIGITS, start + SHARED_DIGITS + SIGNATURE_DIGITS));
  const [challenge, response] = [signature.subarray(0, 32), signature.subarray(32)].map(bytesToNumberLE) as [bigint, bigint];
  const bytes = base58xmr.decode(address);
  const [spend, view] = [Point.fromBytes(bytes.subarray(1, 33)), Point.fromBytes(bytes.subarray(33, 65))];
  const base = bytes[0] === 42 ? spend : Point.BASE;
  const publicKey = base.multiply(Fn.create(bytesToNumberLE(Buffer.from(txKey, 'hex'))));
  const again = hashToScalar(
    concatBytes(
      keccak_256(Buffer.from(TX_HASH, 'hex')),
      shared,
      publicKey.multiply(challenge).add(base.multiply(response)).toBytes(),
      Point.fromBytes(shared).multiply(challenge).add(view.multiply(response)).toBytes(),
      keccak_256(utf8ToBytes('TXPROOF_V2')),
      publicKey.toBytes(),
      view.toBytes(),
      bytes[0] === 42 ? spend.toBytes() : new Uint8Array(32),
    ),
  );
  return Buffer.from(numberToBytesLE(again, 32)).equals(Buffer.from(signature.subarray(0, 32)));
}

describe('createPaymentProof', () => {
  it.each([0, 3])('proves a payment to the address with index %i, and none to another address', (index) => {
    const address = keys.addressAt(index);
    const proof = createPaymentProof(TX_HASH, TX_KEY, address);
    expect(proof).toMatch(/^OutProofV2[1-9A-HJ-NP-Za-km-z]{132}$/);
    expect(isValid(proof, 0, TX_KEY, address)).toBe(true);
    expect(isValid(proof, 0, TX_KEY, keys.addressAt(index + 4))).toBe(false);
  });

  it('has a part for each key of the transaction', () => {
    const address = keys.addressAt(3);
    const proof = createPaymentProof(TX_HASH, TX_KEY + ADDITIONAL, address);
    expect([isValid(proof, 0, TX_KEY, address), isValid(proof, 1, ADDITIONAL, address)]).toEqual([true, true]);
  });
});

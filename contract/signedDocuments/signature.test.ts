import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, bytesToNumberLE, concatBytes, hexToBytes, numberToBytesLE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { describe, expect, test } from 'vitest';
import { signSample, SAMPLE_SIGNER } from '../../tests/support/samples/sampleGuarantee.ts';
import { isValidSignature, verifyDocument } from './signature.ts';

const { Point } = ed25519;
const ORDER = Point.Fn.ORDER;
const secretKey = new Uint8Array(32).fill(3);
const publicKey = ed25519.getPublicKey(secretKey);
const message = new TextEncoder().encode('a document');
const signature = bytesToHex(ed25519.sign(message, secretKey));

const accepts = (text: string, key = bytesToHex(publicKey)) => isValidSignature(text, message, key);

describe('a signature that is not canonical', () => {
  test('is refused in upper case', () => {
    expect(accepts(signature)).toBe(true);
    expect(accepts(signature.toUpperCase())).toBe(false);
    const signed = signSample();
    const { publicKeys } = SAMPLE_SIGNER;
    expect(verifyDocument({ ...signed, signature: signed.signature.toUpperCase() }, publicKeys)).toBe('invalid');
  });

  test('is refused with the group order added to S', () => {
    const s = bytesToNumberLE(hexToBytes(signature.slice(64)));
    expect(accepts(signature.slice(0, 64) + bytesToHex(numberToBytesLE(s + ORDER, 32)))).toBe(false);
  });

  // Only the owner of the key can make it. Verifiers without the cofactor refuse it, so a document would be valid for some people.
  test('is refused with a torsion component in R', () => {
    const { scalar } = ed25519.utils.getExtendedPublicKey(secretKey);
    const torsion = Point.fromBytes(hexToBytes('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'));
    const r = Point.BASE.multiply(12_345n).add(torsion).toBytes();
    const k = bytesToNumberLE(sha512(concatBytes(r, publicKey, message))) % ORDER;
    const forged = concatBytes(r, numberToBytesLE((12_345n + k * scalar) % ORDER, 32));
    expect(ed25519.verify(forged, message, publicKey, { zip215: false })).toBe(true);
    expect(accepts(bytesToHex(forged))).toBe(false);
  });
});

test('refuses a field next to the signed document', () => {
  const signed = signSample();
  expect(verifyDocument(signed, SAMPLE_SIGNER.publicKeys)).toBe('valid');
  const withNote = { ...signed, note: 'pay to bc1qattacker' };
  expect(verifyDocument(withNote, SAMPLE_SIGNER.publicKeys)).toBe('invalid');
});

const SMALL_KEY = 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa';
const MIXED_KEY = 'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43';
const OTHER_MIXED_KEY = 'cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d';
const KEY = '442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623';

/** Message, public key and signature of `cases.json` of https://github.com/novifinancial/ed25519-speccheck */
test.each([
  [
    'small key and R',
    '8c93255d71dcab10e8f379c26200f3c7bd5f09d9bc3068d3ef4edeb4853022b6',
    SMALL_KEY,
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a0000000000000000000000000000000000000000000000000000000000000000',
  ],
  [
    'small key',
    '9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79',
    SMALL_KEY,
    'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43a5bb704786be79fc476f91d3f3f89b03984d8068dcf1bb7dfc6637b45450ac04',
  ],
  [
    'small R',
    'aebf3f2601a0c8c5d39cc7d8911642f740b78168218da8471772b35f9d35b9ab',
    MIXED_KEY,
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa8c4bd45aecaca5b24fb97bc10ac27ac8751a7dfe1baff8b953ec9f5833ca260e',
  ],
  [
    'mixed key and R',
    '9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79',
    OTHER_MIXED_KEY,
    '9046a64750444938de19f227bb80485e92b83fdb4b6506c160484c016cc1852f87909e14428a7a1d62e9f22f3d3ad7802db02eb2e688b6c52fcd6648a98bd009',
  ],
  [
    'valid with the cofactor only',
    'e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c',
    OTHER_MIXED_KEY,
    '160a1cb0dc9c0258cd0a7d23e94d8fa878bcb1925f2c64246b2dee1796bed5125ec6bc982a269b723e0668e540911a9a6a58921d6925e434ab10aa7940551a09',
  ],
  [
    'valid with the cofactor only, scalar reduced before',
    'e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c',
    OTHER_MIXED_KEY,
    '21122a84e0b5fca4052f5b1235c80a537878b38f3142356b2c2384ebad4668b7e40bc836dac0f71076f9abe3a53f9c03c1ceeeddb658d0030494ace586687405',
  ],
  [
    'S above the group order',
    '85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40',
    KEY,
    'e96f66be976d82e60150baecff9906684aebb1ef181f67a7189ac78ea23b6c0e547f7690a0e2ddcd04d87dbc3490dc19b3b3052f7ff0538cb68afb369ba3a514',
  ],
  [
    'S far above the group order',
    '85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40',
    KEY,
    '8ce5b96c8f26d0ab6c47958c9e68b937104cd36e13c33566acd2fe8d38aa19427e71f98a473474f2f13f06f97c20d58cc3f54b8bd0d272f42b695dd7e89a8c22',
  ],
  [
    'R with y above the field order',
    'fdaebc429f4a735932a160da1301080c13280eea8bc280d1b392c6b9e6ba3a5a',
    MIXED_KEY,
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f454d370c8d9fc323a41450f8d513eafeb5b0697390c1e505a0d4ddc71f566607',
  ],
  [
    'R with y above the field order, hashed reduced',
    '84b698d39be126ff55fe45079e6c8bf64a0d7db6994560b4e96b7021eb39c1a1',
    MIXED_KEY,
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f084d5b99c2a9463d9c8bd5026916996984eeec87ddf1d3be329006ace1b37b09',
  ],
])('refuses a published edge case: %s', (_what, hex, key, text) => {
  expect(isValidSignature(text, hexToBytes(hex), key)).toBe(false);
});

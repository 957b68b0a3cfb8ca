import { createHash } from 'node:crypto';
import { signECDSA } from '@scure/btc-signer/utils.js';
import type { Signing } from '../coinParameters.ts';
import type { CoinName, RawOutput } from '../rawTransaction.ts';

/** A coin that pays the hash of a public key (P2PKH), with the keys that spend it. */
export interface LegacyCoin extends CoinName {
  /** The script that pays it */
  script: Uint8Array;
  /** In base units */
  units: bigint;
  publicKey: Uint8Array;
  privateKey: Uint8Array;
}

const VERSION = uint32(2);
const LOCK_TIME = uint32(0);
/** All inputs and outputs are signed. */
const SIGHASH_ALL = 0x01;
/** The signature is one for Bitcoin Cash: https://documentation.cash/protocol/blockchain/transaction/transaction-signing.html */
const SIGHASH_FORK_ID = 0x40;

/** Signs a transaction that spends P2PKH coins. Returns it in its serialised form. `sequence`: of each input */
export function signLegacy(
  signing: Exclude<Signing, 'WITNESS'>,
  coins: readonly LegacyCoin[],
  outputs: readonly RawOutput[],
  sequence: number,
): Buffer {
  const hashType = signing === 'FORK_ID' ? SIGHASH_ALL | SIGHASH_FORK_ID : SIGHASH_ALL;
  const digestOf = signing === 'FORK_ID' ? forkIdDigest : legacyDigest;
  const scripts = coins.map(({ privateKey, publicKey }, position) => {
    const signature = signECDSA(digestOf({ coins, outputs, sequence }, position, hashType), privateKey, true);
    return Buffer.concat([push(Buffer.from([...signature, hashType])), push(publicKey)]);
  });
  return serialise({ coins, outputs, sequence }, scripts);
}

interface Unsigned {
  coins: readonly LegacyCoin[];
  outputs: readonly RawOutput[];
  sequence: number;
}

/** Returns a transaction with the scripts of its inputs. */
function serialise({ coins, outputs, sequence }: Unsigned, scripts: readonly Uint8Array[]): Buffer {
  return Buffer.concat([
    VERSION,
    count(coins.length),
    ...coins.flatMap((coin, position) => [outpoint(coin), withLength(scripts[position] ?? Buffer.alloc(0)), uint32(sequence)]),
    count(outputs.length),
    ...outputs.map(serialiseOutput),
    LOCK_TIME,
  ]);
}

/** What an input of a legacy transaction signs: the transaction, in which this input has the script that it spends and the others none. */
function legacyDigest(unsigned: Unsigned, position: number, hashType: number): Buffer {
  const scripts = unsigned.coins.map(({ script }, index) => (index === position ? script : Buffer.alloc(0)));
  return doubleHash(Buffer.concat([serialise(unsigned, scripts), uint32(hashType)]));
}

/** What an input of Bitcoin Cash signs: as BIP-143 says, with the amount that it spends. */
function forkIdDigest({ coins, outputs, sequence }: Unsigned, position: number, hashType: number): Buffer {
  const coin = coins[position];
  if (!coin) throw new RangeError('no such input');
  return doubleHash(
    Buffer.concat([
      VERSION,
      doubleHash(Buffer.concat(coins.map(outpoint))),
      doubleHash(Buffer.concat(coins.map(() => uint32(sequence)))),
      outpoint(coin),
      withLength(coin.script),
      uint64(coin.units),
      uint32(sequence),
      doubleHash(Buffer.concat(outputs.map(serialiseOutput))),
      LOCK_TIME,
      uint32(hashType),
    ]),
  );
}

function outpoint({ txHash, output }: CoinName): Buffer {
  return Buffer.concat([Buffer.from(txHash, 'hex').toReversed(), uint32(output)]);
}

function serialiseOutput({ script, units }: RawOutput): Buffer {
  return Buffer.concat([uint64(units), withLength(Buffer.from(script, 'hex'))]);
}

const withLength = (bytes: Uint8Array): Buffer => Buffer.concat([count(bytes.length), bytes]);
/** Fewer than 76 bytes, which a script puts on its stack by their length alone. */
const push = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from([bytes.length]), bytes]);

function count(value: number): Buffer {
  if (value < 0xfd) return Buffer.from([value]);
  const bytes = Buffer.alloc(3, 0xfd);
  bytes.writeUInt16LE(value, 1);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

function doubleHash(bytes: Uint8Array): Buffer {
  const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
  return sha256(sha256(bytes));
}

import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { Transaction } from '@scure/btc-signer';
import type { HDKey } from 'viem/accounts';
import { createHdAccounts } from '../../wallet/hdAccounts.ts';
import { createBitcoinAddresses } from './bitcoinAddresses.ts';
import type { ChainName, CoinParameters } from '../coinParameters.ts';
import { signLegacy } from './legacySigning.ts';
import { parseTransaction, type CoinName, type RawOutput } from '../rawTransaction.ts';

type WalletParameters = Pick<CoinParameters, 'chains' | 'signing' | 'rules'>;

/** A coin of ours that a transaction spends. */
export interface OwnCoin extends CoinName {
  keyIndex: number;
  /** In base units */
  units: bigint;
}

export interface SignedTransaction {
  txHash: string;
  /** In hex */
  bytes: string;
}

/** A wallet that gives out addresses and signed transactions, never keys. Nodes have neither keys nor addresses of it. */
export interface BitcoinWallet {
  /** BIP-84 m/84'/coin'/0'/0/index, or BIP-44 m/44'/coin'/0'/0/index. Index 0 is the treasury (D35). */
  addressAt(index: number): string;
  /** In hex */
  scriptAt(index: number): string;
  sign(coins: readonly OwnCoin[], outputs: readonly RawOutput[]): SignedTransaction;
}

/** Scripts that pay the hash of a key, before and after it: P2WPKH (BIP-141) and P2PKH */
const P2WPKH = { before: Buffer.from('0014', 'hex'), after: Buffer.alloc(0) };
const P2PKH = { before: Buffer.from('76a914', 'hex'), after: Buffer.from('88ac', 'hex') };
/** The highest sequence number by which a transaction may be replaced (BIP-125). */
const REPLACEABLE = 0xff_ff_ff_fd;

/** Creates the wallet of one chain of a coin: BIP-84, or BIP-44 where there are no witnesses. */
export function createBitcoinWallet(seed: Uint8Array, parameters: WalletParameters, chain: ChainName): BitcoinWallet {
  const { signing } = parameters;
  const { coinType } = parameters.chains[chain];
  const [purpose, { before, after }] = signing === 'WITNESS' ? [84, P2WPKH] : [44, P2PKH];
  const addresses = createBitcoinAddresses(parameters, chain);
  let branch: HDKey | undefined;
  const accountAt = createHdAccounts(seed, (root, index) => {
    branch ??= root.derive(`m/${purpose}'/${coinType}'/0'/0`);
    const { publicKey, privateKey } = branch.deriveChild(index);
    if (!publicKey || !privateKey) throw new Error('the seed gives no private keys');
    return { script: Buffer.concat([before, ripemd160(sha256(publicKey)), after]), publicKey, privateKey };
  });

  function signWitness(coins: readonly OwnCoin[], outputs: readonly RawOutput[]): SignedTransaction {
    const transaction = new Transaction({ allowUnknownOutputs: true });
    for (const { txHash, output, keyIndex, units } of coins) {
      const { script } = accountAt(keyIndex);
      transaction.addInput({ txid: txHash, index: output, sequence: REPLACEABLE, witnessUtxo: { script, amount: units } });
    }
    for (const { script, units } of outputs) transaction.addOutput({ script: Buffer.from(script, 'hex'), amount: units });
    for (const [position, { keyIndex }] of coins.entries()) transaction.signIdx(accountAt(keyIndex).privateKey, position);
    transaction.finalize();
    return { txHash: transaction.id, bytes: transaction.hex };
  }

  const scriptAt = (index: number): string => accountAt(index).script.toString('hex');
  return {
    addressAt: (index) => {
      const address = addresses.addressOf(scriptAt(index));
      if (address === null) throw new Error('a script of the wallet has no address');
      return address;
    },
    scriptAt,
    sign(coins, outputs) {
      if (signing === 'WITNESS') return signWitness(coins, outputs);
      const spent = coins.map((coin) => ({ ...coin, ...accountAt(coin.keyIndex) }));
      const bytes = signLegacy(signing, spent, outputs, REPLACEABLE).toString('hex');
      return { txHash: parseTransaction(bytes, parameters.rules).txHash, bytes };
    },
  };
}

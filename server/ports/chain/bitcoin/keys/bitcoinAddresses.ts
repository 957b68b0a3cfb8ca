import { Address, OutScript } from '@scure/btc-signer';
import { decodeCashAddress, encodeCashAddress } from '../../../../instruments/addresses/bitcoinCash.ts';
import type { AddressEncoding, ChainName, CoinParameters } from '../coinParameters.ts';

/** Converts addresses of one chain of a coin to scripts in hex, and back. */
export interface BitcoinAddresses {
  /**
   * Returns the script that pays an address; undefined for text that is none. Payments to Litecoin's extension blocks (`ltcmweb1…`) are
   * not supported. On a private chain, addresses of the real chain are accepted too: there, customers name no others.
   */
  scriptOf(address: string): string | undefined;
  /** Returns the address that a script pays; null for a script without one. */
  addressOf(script: string): string | null;
  /** The same in the form in which customers and operators name a recipient: on a private chain too, one of the real chain. */
  payeeOf(script: string): string | null;
}

type Output = Extract<Parameters<ReturnType<typeof Address>['encode']>[0], { type: string }>;

interface Codec {
  /** Throws when the address is not one of the encoding. */
  decode(address: string): Output;
  /** Throws when the output has no address. */
  encode(output: Output): string;
}

export function createBitcoinAddresses({ chains }: Pick<CoinParameters, 'chains'>, chain: ChainName): BitcoinAddresses {
  const [own, named] = [codecOf(chains[chain].encoding), codecOf(chains.main.encoding)];
  const accepted = chain === 'main' ? [own] : [own, named];
  return {
    scriptOf(address) {
      for (const codec of accepted) {
        try {
          return Buffer.from(OutScript.encode(codec.decode(address))).toString('hex');
        } catch {
          // It is not an address of this encoding.
        }
      }
      return undefined;
    },
    addressOf: (script) => encode(own, script),
    payeeOf: (script) => encode(named, script),
  };
}

function encode(codec: Codec, script: string): string | null {
  try {
    const decoded = OutScript.decode(Buffer.from(script, 'hex'));
    switch (decoded.type) {
      case 'pkh':
      case 'sh':
      case 'wpkh':
      case 'wsh':
      case 'tr':
      case 'unknown':
        return codec.encode(decoded);
      default:
        return null;
    }
  } catch {
    return null;
  }
}

function codecOf(encoding: AddressEncoding): Codec {
  return 'cashAddressPrefix' in encoding ? cashCodec(encoding.cashAddressPrefix) : Address(encoding);
}

const HASH_BYTES = 20;
const LONG_HASH_BYTES = 32;
/** P2SH32, which only Bitcoin Cash has: OP_HASH256, a hash of 32 bytes, OP_EQUAL */
const LONG_SCRIPT = /^aa20(.{64})87$/;

/** Addresses of Bitcoin Cash (CashAddr). Those of wallets that know tokens pay the same scripts. */
function cashCodec(prefix: string): Codec {
  return {
    decode(address) {
      const whole = address === address.toUpperCase() ? prefix.toUpperCase() : prefix;
      const decoded = decodeCashAddress(address.includes(':') ? address : `${whole}:${address}`);
      if (typeof decoded !== 'object' || decoded.prefix !== prefix) throw new Error('not an address of Bitcoin Cash');
      const hash = Uint8Array.from(decoded.hash);
      const isScript = decoded.type === 1 || decoded.type === 3;
      if (hash.length === HASH_BYTES && isScript) return { type: 'sh', hash };
      if (hash.length === HASH_BYTES && (decoded.type === 0 || decoded.type === 2)) return { type: 'pkh', hash };
      if (hash.length === LONG_HASH_BYTES && isScript) {
        return { type: 'unknown', script: Uint8Array.of(0xaa, LONG_HASH_BYTES, ...hash, 0x87) };
      }
      throw new Error('not an address of Bitcoin Cash');
    },
    encode(output) {
      if (output.type === 'pkh') return encodeCashAddress({ prefix, type: 0, hash: output.hash });
      if (output.type === 'sh') return encodeCashAddress({ prefix, type: 1, hash: output.hash });
      const [, hex] = output.type === 'unknown' ? (LONG_SCRIPT.exec(Buffer.from(output.script).toString('hex')) ?? []) : [];
      if (hex === undefined) throw new Error('Bitcoin Cash has no address for this script');
      return encodeCashAddress({ prefix, type: 1, hash: Buffer.from(hex, 'hex') });
    },
  };
}

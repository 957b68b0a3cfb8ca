import { base58 } from '@scure/base';
import { encodeBase58, judgeBase58 } from '../../../instruments/addresses/base58.ts';

const VERSION = 0x41;
const HEX_LENGTH = 42;

/** Returns an address in hex, as nodes write it: `41` and 20 bytes. Undefined for text that is no TRON address. */
export function addressToHex(address: string): string | undefined {
  if (judgeBase58(address, [{ version: [VERSION], verdict: 'valid' }]) !== 'valid') return undefined;
  return Buffer.from(base58.decode(address)).toString('hex').slice(0, HEX_LENGTH);
}

/** Returns the address with the last 20 bytes of `hex`: an address in hex, or a word of call data or of a log. */
export function addressOfHex(hex: string): string {
  return encodeBase58([VERSION], Buffer.from(hex.slice(-40), 'hex'));
}

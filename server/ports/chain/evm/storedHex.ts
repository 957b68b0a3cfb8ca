import { isHex, type Hex } from 'viem';

/** Returns stored text as hex. Throws when the row is damaged. */
export function storedHex(text: string): Hex {
  if (!isHex(text)) throw new Error('a stored transaction is not hex');
  return text;
}

import { isHex, type Hex } from 'viem';

/** Hex as it was stored; throws when the row was damaged. */
export function storedHex(text: string): Hex {
  if (!isHex(text)) throw new Error('a stored transaction is no hex');
  return text;
}

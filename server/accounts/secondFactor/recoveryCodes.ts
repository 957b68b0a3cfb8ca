import { randomInt } from 'node:crypto';

/** Without characters that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODES = 10;
const PART_LENGTH = 5;

/** Returns ten new recovery codes such as "K7PX2-M9Q4T": 49 random bits each. */
export function createRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < CODES) codes.add(`${randomText(PART_LENGTH)}-${randomText(PART_LENGTH)}`);
  return [...codes];
}

/** Returns a code as it is compared: customers may type it in lower case, with spaces or without the hyphen. */
export const normaliseCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Returns a random text of letters and digits that can't be mistaken for each other. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

import { describe, expect, it } from 'vitest';
import { ChainUnavailableError } from '../chainGateway.ts';
import { readKeyImages } from './readKeyImages.ts';

/** The start of a transaction that monero-wallet-rpc 0.18 signed, with the key images that it reported */
const IMAGES = [
  'e5921d37b20b5da364ad8cfa5db1e6d6f3144f2c752a55fe1ab4d9eff0f4031f',
  'a460ffd5d43fa9f110a864108900dded756179f3be3c32c11be03fdc53370d7a',
];
const BYTES = `020002020010010802040505060a0105030801030503${IMAGES[0]}020010000e0102020c05050401020409010301${IMAGES[1]}05`;

describe('readKeyImages', () => {
  it('returns the key images of all inputs', () => {
    expect(readKeyImages(BYTES)).toEqual(IMAGES);
  });

  it('reads a time lock and offsets of several bytes', () => {
    expect(readKeyImages(`02d28503010200028080018101${IMAGES[0]}`)).toEqual([IMAGES[0]]);
  });

  it.each([
    ['nothing', ''],
    ['an end inside an image', BYTES.slice(0, 80)],
    ['what a miner gets', '023c01ff0a'],
  ])('refuses %s', (_what, hex) => {
    expect(() => readKeyImages(hex)).toThrow(ChainUnavailableError);
  });
});

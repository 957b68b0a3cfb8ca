import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { hederaChecksum } from './hedera.ts';
import { decodeCashAddress, encodeCashAddress } from './bitcoinCash.ts';
import { decodeWitness } from './segwit.ts';

describe('decodeWitness, with the vectors of BIP 350', () => {
  test.each([
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 0, 20],
    ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 0, 32],
    ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', 1, 40],
    ['BC1SW50QGDZ25J', 16, 2],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 2, 16],
    ['tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy', 0, 32],
    ['tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', 1, 32],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 1, 32],
  ])('%s is version %i with %i bytes', (address, version, bytes) => {
    const witness = decodeWitness(address);
    expect(witness?.version).toBe(version);
    expect(witness?.program.length).toBe(bytes);
  });

  test.each([
    ['bech32 instead of bech32m', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    ['bech32 instead of bech32m', 'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf'],
    ['bech32 instead of bech32m', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL'],
    ['bech32m instead of bech32', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
    ['bech32m instead of bech32', 'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47'],
    ['invalid letter in the checksum', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
    ['invalid version', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R'],
    ['program of 1 byte', 'bc1pw5dgrnzv'],
    ['program of 41 bytes', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav'],
    ['program length of version 0', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
    ['mixed case', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq'],
    ['padding of more than 4 bits', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf'],
    ['padding that is not zero', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j'],
    ['no data', 'bc1gmk9yu'],
  ])('refuses %s: %s', (_reason, address) => {
    expect(decodeWitness(address)).toBeUndefined();
  });
});

describe('CashAddr, with the vectors of its specification', () => {
  test.each([
    [0, 'bitcoincash:qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2', 'f5bf48b397dae70be82b3cca4793f8eb2b6cdac9'],
    [1, 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t', 'f5bf48b397dae70be82b3cca4793f8eb2b6cdac9'],
    [1, 'pref:pr6m7j9njldwwzlg9v7v53unlr4jkmx6ey65nvtks5', 'f5bf48b397dae70be82b3cca4793f8eb2b6cdac9'],
    [15, 'prefix:0r6m7j9njldwwzlg9v7v53unlr4jkmx6ey3qnjwsrf', 'f5bf48b397dae70be82b3cca4793f8eb2b6cdac9'],
    [0, 'bitcoincash:q9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2ws4mr9g0', '7adbf6c17084bc86c1706827b41a56f5ca32865925e946ea'],
    [1, 'bchtest:p9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2u94tsynr', '7adbf6c17084bc86c1706827b41a56f5ca32865925e946ea'],
    [15, 'prefix:09adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2p29kc2lp', '7adbf6c17084bc86c1706827b41a56f5ca32865925e946ea'],
  ])('type %i: %s', (type, address, hash) => {
    const decoded = decodeCashAddress(address);
    expect(decoded).toEqual({ prefix: address.split(':')[0], type, hash: hexToBytes(hash) });
    if (decoded !== undefined && decoded !== 'bad_checksum') expect(encodeCashAddress(decoded)).toBe(address);
  });
});

test('the checksum of HIP-15’s example account is the one in HIP-15', () => {
  expect(hederaChecksum('0.0.123')).toBe('vfmkw');
});

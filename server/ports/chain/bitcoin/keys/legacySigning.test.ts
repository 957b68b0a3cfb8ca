import { createVirtualMachineBCH, decodeTransaction, hexToBin } from '@bitauth/libauth';
import { expect, it } from 'vitest';
import { createBitcoinWallet } from './bitcoinWallet.ts';
import { COINS } from '../coinParameters.ts';
import { SIZES, transactionSize } from '../coinSelection.ts';

const wallet = createBitcoinWallet(new Uint8Array(64).fill(5), COINS.bitcoincash, 'main');
const coins = [
  { txHash: 'ab'.repeat(32), output: 0, keyIndex: 0, units: 70_000n },
  { txHash: 'cd'.repeat(32), output: 7, keyIndex: 12, units: 50_000n },
];
const outputs = [
  { script: wallet.scriptAt(3), units: 90_000n },
  { script: wallet.scriptAt(0), units: 29_000n },
];

/** Lets the script machine of Bitcoin Cash judge a transaction that spends the coins. Returns true, or why it is not valid. */
function verify(bytes: string, units: readonly bigint[]): true | string {
  const transaction = decodeTransaction(hexToBin(bytes));
  if (typeof transaction === 'string') return transaction;
  const sourceOutputs = coins.map(({ keyIndex }, position) => ({
    lockingBytecode: hexToBin(wallet.scriptAt(keyIndex)),
    valueSatoshis: units[position] ?? 0n,
  }));
  return createVirtualMachineBCH().verify({ sourceOutputs, transaction });
}

it('signs payments of Bitcoin Cash that its script machine accepts', () => {
  const { bytes } = wallet.sign(coins, outputs);
  const units = coins.map((coin) => coin.units);
  expect(verify(bytes, units)).toBe(true);
  expect(verify(bytes, [70_001n, 50_000n])).not.toBe(true);
  expect(verify(bytes.replace(wallet.scriptAt(3), wallet.scriptAt(4)), units)).not.toBe(true);
});

it('signs no payment of Bitcoin Cash that is valid on another chain', () => {
  const { bytes } = createBitcoinWallet(new Uint8Array(64).fill(5), { ...COINS.bitcoincash, signing: 'LEGACY' }, 'main').sign(
    coins,
    outputs,
  );
  expect(
    verify(
      bytes,
      coins.map(({ units }) => units),
    ),
  ).not.toBe(true);
});

it('estimates at least the size of what it signs', () => {
  const size = BigInt(wallet.sign(coins, outputs).bytes.length / 2);
  const scripts = outputs.map(({ script }) => script);
  const estimated = transactionSize(SIZES.FORK_ID, coins.length, scripts);
  expect(estimated).toBeGreaterThanOrEqual(size);
  expect(estimated - size).toBeLessThanOrEqual(6n);
});

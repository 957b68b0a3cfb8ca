import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMemoryDatabase } from '../../../../tests/support/databases.ts';
import { fromBaseUnits } from '../../../../contract/money.ts';
import type { Database } from '../../../db/database.ts';
import { createBitcoinStore } from '../../../db/repositories/networks/bitcoinStore.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import type { BitcoinNode } from './bitcoinNodes.ts';
import type { BitcoinStore } from './bitcoinStore.ts';
import { createBumpFees, type BumpFeesOptions } from './bumpFees.ts';
import { COINS } from './coinParameters.ts';
import { SIZES } from './coinSelection.ts';
import { createBitcoinWallet } from './keys/bitcoinWallet.ts';

const DAY_MS = 24 * 3_600_000;
const DECIMALS = 8;
const COIN = { txHash: '11'.repeat(32), output: 0, keyIndex: TREASURY_INDEX, units: 100_000_000n };
/** What the payment of 141 virtual bytes paid: 10 per byte */
const FEE = 1_410n;
const PAYEE = '0014751e76e8199196d454941c45d1b3a323f1433bd6';
const FIRST = { height: 1, hash: 'first', time: 0 };

const wallet = createBitcoinWallet(new Uint8Array(64).fill(7), COINS.litecoin, 'regtest');
const treasuryScript = wallet.scriptAt(TREASURY_INDEX);

let database: Database;
let store: BitcoinStore;
let txHash: string;
let now = 0;
beforeEach(async () => {
  now = DAY_MS;
  database = await openMemoryDatabase();
  store = createBitcoinStore(database, 'litecoin', 'treasury');
  const coin = {
    tx_hash: COIN.txHash,
    output: COIN.output,
    key_index: COIN.keyIndex,
    amount: '1',
    block_height: 1,
    block_time: 0,
    spendable_at: 1,
  };
  await store.addBlock({ ...FIRST, coins: [coin], spends: [] }, undefined);
  const change = COIN.units / 2n - FEE;
  const signed = wallet.sign(
    [COIN],
    [
      { script: PAYEE, units: COIN.units / 2n },
      { script: treasuryScript, units: change },
    ],
  );
  ({ txHash } = signed);
  const transaction = {
    tx_hash: txHash,
    bytes: signed.bytes,
    fee: fromBaseUnits(FEE, DECIMALS),
    change_output: 1,
    change_amount: fromBaseUnits(change, DECIMALS),
    bumps: null,
    created_at: now,
  };
  await store.insert({ transaction, sends: [], inputs: [COIN] });
  now += 3_600_000;
});
afterEach(() => database.destroy());

const node: BitcoinNode = {
  submit: () => Promise.resolve(''),
  call: () => expect.fail(),
  batch: () => expect.fail(),
  height: () => expect.fail(),
  hashAt: () => expect.fail(),
  block: () => expect.fail(),
};

/** Raises fees once at a price, and returns how often that was done so far. */
async function bump(rate: bigint, changes: Partial<BumpFeesOptions> = {}): Promise<number> {
  const bumpFees = createBumpFees({
    store,
    nodes: { each: [node], asked: [], atHead: expect.fail, answers: expect.fail },
    reader: { advance: () => Promise.resolve({ height: 1, head: 1, nodes: [] }) },
    wallet,
    native: { slug: 'ltc', decimals: DECIMALS },
    treasuryScript,
    sizes: SIZES.WITNESS,
    dustRate: 30n,
    feeRate: () => Promise.resolve({ rate, isAboveLimit: false }),
    listCoins: () => Promise.resolve({ next: null, spendable: [], locked: [], unmined: new Set() }),
    count: () => Promise.resolve({ mined: 0, pending: 0, known: 0 }),
    now: () => now,
    rules: COINS.litecoin.rules,
    patienceMs: 1_000,
    highestRate: 1_000n,
    ...changes,
  });
  await bumpFees();
  return (await store.listBumps(txHash)).length;
}

it('raises a fee up to twice what was paid on the first day, and further later', async () => {
  expect(await bump(30n)).toBe(0);
  now += DAY_MS;
  expect(await bump(30n)).toBe(0);
  now += DAY_MS;
  expect(await bump(30n)).toBe(1);
  // What was spent counts.
  now += 3_600_000;
  expect(await bump(60n)).toBe(1);
});

it('raises a fee at once by less', async () => {
  expect(await bump(13n)).toBe(0);
  expect(await bump(15n)).toBe(1);
  const [bumped] = await store.listBumps(txHash);
  expect(bumped?.fee).toBe(fromBaseUnits((141n + 110n) * 15n - FEE, DECIMALS));
});

it('raises the fee of a payment that waits although further payments follow it', async () => {
  const change = { txHash, output: 1, keyIndex: TREASURY_INDEX, units: COIN.units / 2n - FEE };
  const signed = wallet.sign([change], [{ script: treasuryScript, units: change.units - FEE }]);
  const younger = {
    tx_hash: signed.txHash,
    bytes: signed.bytes,
    fee: fromBaseUnits(FEE, DECIMALS),
    change_output: 0,
    change_amount: fromBaseUnits(change.units - FEE, DECIMALS),
    bumps: null,
    created_at: now,
  };
  await store.insert({ transaction: younger, sends: [], inputs: [change] });
  await bump(15n);
  expect(await store.listBumps(younger.tx_hash)).toHaveLength(1);
  // What raised it waits as long before the next one.
  await bump(25n);
  expect(await store.listUnsettled()).toHaveLength(3);
});

it('spends another mined coin where the change is too little', async () => {
  now += DAY_MS;
  // More than the change
  const dustRate = 600_000n;
  const unmined = { txHash: '22'.repeat(32), output: 0, keyIndex: TREASURY_INDEX, units: 3n * COIN.units };
  const mined = { ...unmined, txHash: '33'.repeat(32), units: COIN.units };
  const list = (...spendable: (typeof mined)[]) => ({
    dustRate,
    listCoins: () => Promise.resolve({ next: null, spendable, locked: [], unmined: new Set([unmined]) }),
  });
  expect(await bump(15n, list(unmined))).toBe(0);
  expect(await bump(15n, list(unmined, mined))).toBe(1);
  const [bumped] = await store.listBumps(txHash);
  expect(bumped?.fee).toBe(fromBaseUnits((141n + 178n) * 15n - FEE, DECIMALS));
  const inputs = await store.listInputs(bumped?.tx_hash ?? '');
  expect(inputs.map((input) => input.txHash).toSorted()).toEqual([mined.txHash, txHash].toSorted());
});

it('raises none while the network asks for more than the limit, or at a price that nodes take for a mistake', async () => {
  expect(await bump(15n, { feeRate: () => Promise.resolve({ rate: 15n, isAboveLimit: true }) })).toBe(0);
  now += 1_000 * DAY_MS;
  expect(await bump(4_000n)).toBe(0);
  expect(await bump(3_900n)).toBe(1);
});

it('raises none of a payment that a block may include, or that was mined meanwhile', async () => {
  expect(await bump(15n, { reader: { advance: () => Promise.resolve({ height: 1, head: 2, nodes: [] }) } })).toBe(0);
  const count = async () => {
    const spends = [{ txHash: COIN.txHash, output: COIN.output, spentBy: txHash }];
    expect(await store.addBlock({ height: 2, hash: 'second', time: 0, coins: [], spends }, FIRST)).toBe(true);
    return { mined: 1, pending: 1, known: 1 };
  };
  expect(await bump(15n, { count })).toBe(0);
});

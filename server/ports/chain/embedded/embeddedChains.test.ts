import { addressIndex } from '../../../common/addressIndex.ts';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amount, compare } from '../../../../contract/money.ts';
import type { Database } from '../../../db/database.ts';
import { createEmbeddedChainStore } from '../../../db/repositories/embeddedChainStore.ts';
import { loadCatalogue } from '../../../instruments/loadCatalogue.ts';
import {
  ChainRefusedError,
  ChainUnavailableError,
  FundsLockedError,
  PayerRefusedError,
  type ChainGateway,
} from '../chainGateway.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import { deriveAddress } from './derivation.ts';
import { createEmbeddedChains } from './embeddedChains.ts';
import { openMemoryDatabase } from '../../../../tests/support/databases.ts';

const catalogue = loadCatalogue();
const START = 1_800_000_000_000;

let database: Database;
let now: number;
beforeEach(async () => {
  now = START;
  database = await openMemoryDatabase();
  return () => database.destroy();
});

function open({ speed = 60, prices }: { speed?: number; prices?: Record<string, string> } = {}) {
  const chains = createEmbeddedChains({
    store: createEmbeddedChainStore(database),
    catalogue,
    usdPrice: (symbol) => (prices ? prices[symbol] : '2'),
    speed,
    slowMs: 30,
    treasuryUsd: '1000',
    now: () => now,
  });
  const gateway = (slug: string): ChainGateway => {
    const found = chains.gateways.get(slug);
    if (!found) throw new Error(`no gateway of ${slug}`);
    return found;
  };
  return { ...chains, gateway };
}

const pay = (instrumentSlug: string, toAddress: string, memo: string | null = null) => ({
  instrumentSlug,
  toAddress,
  memo,
  amount: '1',
});

describe('embedded networks', () => {
  it('exist for every crypto network of the catalogue', () => {
    const crypto = [...catalogue.networks.keys()].filter((slug) => slug !== 'fiat');
    expect([...open().gateways.keys()].toSorted()).toEqual(crypto.toSorted());
  });

  it('fund the treasury with the same value of every instrument, once', async () => {
    const chains = open();
    await chains.prepare();
    await chains.prepare();
    for (const instrument of catalogue.instruments.values()) {
      if (instrument.type === 'fiat') continue;
      expect(await chains.gateway(instrument.network).balance(TREASURY_INDEX, instrument.slug)).toBe('500');
    }
  });

  it('fund an instrument without a price at a later start', async () => {
    await open({ prices: { ETH: '2' } }).prepare();
    expect(await open().gateway('ethereum').balance(TREASURY_INDEX, 'usdterc20')).toBe('0');
    await open().prepare();
    expect(await open().gateway('ethereum').balance(TREASURY_INDEX, 'usdterc20')).toBe('500');
  });

  it('lock the change of a payment of Monero for ten blocks, although the treasury has enough', async () => {
    const chains = open();
    await chains.prepare();
    const monero = chains.gateway('monero');
    const toAddress = deriveAddress(
      'a stranger',
      catalogue.networkOf(catalogue.instruments.get('xmr') ?? expect.fail('no xmr')),
      1,
    );
    const send = (idempotencyKey: string, amountSent: string) =>
      monero.send({
        idempotencyKey,
        instrumentSlug: 'xmr',
        fromIndex: TREASURY_INDEX,
        toAddress,
        memo: null,
        amount: amountSent,
      });
    // 500 XMR are twenty coins of 25.
    await send('of one coin', '20');
    await expect(send('of all', '476')).rejects.toThrow(FundsLockedError);
    await expect(send('of more', '490')).rejects.toThrow(PayerRefusedError);
    await send('of most', '470');
    await chains.controls.mine('monero', 9);
    await expect(send('of all', '2')).rejects.toThrow(FundsLockedError);
    await chains.controls.mine('monero', 1);
    await send('of all', '2');
  });

  it('mine blocks at their own speed without a running process', async () => {
    const chains = open();
    await chains.prepare();
    const { height } = await chains.gateway('bitcoin').probe();
    now += 60_000;
    expect(await chains.gateway('bitcoin').probe()).toEqual({ height: height + 6 });
  });

  it('tell the block time at their speed', () => {
    const { gateways } = open({ speed: 60 });
    expect(gateways.get('bitcoin')?.blockSeconds).toBe(10);
    expect(gateways.get('tron')?.blockSeconds).toBe(0.25);
  });

  it('keep their height when the speed is changed', async () => {
    await open({ speed: 60 }).prepare();
    now += 60_000;
    const { height } = await open().gateway('bitcoin').probe();
    await open({ speed: 600 }).prepare();
    expect(await open().gateway('bitcoin').probe()).toEqual({ height });
    now += 10_000;
    expect(await open().gateway('bitcoin').probe()).toEqual({ height: height + 10 });
  });

  it('show a payment in the mempool, then confirm it as time passes', async () => {
    const chains = open();
    await chains.prepare();
    const bitcoin = chains.gateway('bitcoin');
    const { address } = await bitcoin.addressAt(addressIndex(1));
    const { txHash } = await chains.controls.send(pay('btc', address));
    const scan = async () => (await bitcoin.incoming({ watched: [address], cursor: null, untilConfirmations: 2 })).transfers;
    expect(await scan()).toMatchObject([{ txHash, amount: '1', blockHeight: null, blockTime: null, confirmations: 0 }]);
    now += 10_000;
    const blockTime = now;
    expect(await scan()).toMatchObject([{ txHash, confirmations: 1, blockTime }]);
    now += 10_000;
    expect(await scan()).toMatchObject([{ txHash, confirmations: 2, blockTime }]);
  });

  it('receive deposits of a memo network at the treasury’s address, with a memo per order', async () => {
    const chains = open();
    await chains.prepare();
    const ripple = chains.gateway('ripple');
    const target = await ripple.addressAt(addressIndex(1));
    await chains.controls.send(pay('xrp', target.address, target.memo));
    await chains.controls.mine('ripple', 1);
    const { transfers } = await ripple.incoming({ watched: [target.address], cursor: null, untilConfirmations: 1 });
    expect(transfers).toMatchObject([{ memo: target.memo, toAddress: target.address }]);
    expect(await ripple.balance(TREASURY_INDEX, 'xrp')).toBe('501');
    expect(await ripple.balance(addressIndex(1), 'xrp')).toBe('0');
  });

  it('deduct the fee from the payer', async () => {
    const chains = open();
    await chains.prepare();
    const tron = chains.gateway('tron');
    const toAddress = (await tron.addressAt(addressIndex(3))).address;
    await tron.send({ ...pay('usdttrc20', toAddress), idempotencyKey: 'one', fromIndex: TREASURY_INDEX });
    now += 60_000;
    const state = await tron.sendState('one');
    const left = await tron.balance(TREASURY_INDEX, 'trx');
    expect(state.state === 'confirmed' && amount(left).plus(amount(state.feePaid.amount)).toFixed()).toBe('500');
    expect(compare(left, '500')).toBe(-1);
  });
});

describe('broken embedded networks', () => {
  let chains: ReturnType<typeof open>;
  let ethereum: ChainGateway;
  let stranger: string;
  beforeEach(async () => {
    chains = open();
    await chains.prepare();
    ethereum = chains.gateway('ethereum');
    stranger = (await ethereum.addressAt(addressIndex(9))).address;
  });
  afterEach(() => chains.controls.mend());
  const send = (idempotencyKey: string) => ethereum.send({ ...pay('eth', stranger), idempotencyKey, fromIndex: TREASURY_INDEX });

  it('down: fail every call until mend, while other networks work', async () => {
    await chains.controls.breakNetwork('ethereum', 'down');
    await expect(ethereum.probe()).rejects.toThrow(ChainUnavailableError);
    await expect(ethereum.balance(TREASURY_INDEX, 'eth')).rejects.toThrow(ChainUnavailableError);
    await expect(send('down')).rejects.toThrow(ChainUnavailableError);
    expect(await chains.gateway('bitcoin').probe()).toMatchObject({});
    expect(await open().gateway('ethereum').addressAt(addressIndex(1))).toEqual(await ethereum.addressAt(addressIndex(1)));
    await expect(open().gateway('ethereum').probe()).rejects.toThrow(ChainUnavailableError);
    await chains.controls.mend('ethereum');
    expect(await ethereum.sendState('down')).toEqual({ state: 'unknown' });
  });

  it('refuse: answer reads and refuse payments', async () => {
    await chains.controls.breakNetwork('ethereum', 'refuse');
    expect(await ethereum.balance(TREASURY_INDEX, 'eth')).toBe('500');
    await expect(send('refused')).rejects.toThrow(ChainRefusedError);
    expect(await ethereum.sendState('refused')).toEqual({ state: 'unknown' });
  });

  it('lossy: pay and lose the answer; a retry with the same key finds the payment', async () => {
    await chains.controls.breakNetwork('ethereum', 'lossy');
    await expect(send('lost')).rejects.toThrow(ChainUnavailableError);
    await chains.controls.mend();
    const { txHash } = await send('lost');
    await chains.controls.mine('ethereum', 1);
    expect(await ethereum.sendState('lost')).toMatchObject({ state: 'confirmed', txHash });
    expect(await ethereum.balance(addressIndex(9), 'eth')).toBe('1');
  });

  it('slow: take slowMs for an answer', async () => {
    await chains.controls.breakNetwork('ethereum', 'slow');
    const before = performance.now();
    await ethereum.probe();
    expect(performance.now() - before).toBeGreaterThan(25);
  });

  it('slow: include a payment in a block of its arrival, not of its sending', async () => {
    await chains.controls.breakNetwork('ethereum', 'slow');
    const sending = chains.controls.send(pay('eth', (await ethereum.addressAt(addressIndex(1))).address));
    await setImmediate();
    now += 60_000;
    expect(await sending).toMatchObject({ confirmations: 0, sentAt: now });
  });
});

describe('the sandbox’s controls', () => {
  it('reject what a wallet would reject', async () => {
    const chains = open();
    await chains.prepare();
    const { address } = await chains.gateway('ethereum').addressAt(addressIndex(1));
    const { send, mine, breakNetwork } = chains.controls;
    await expect(send(pay('nocoin', address))).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
    await expect(send(pay('btc', address))).rejects.toMatchObject({ code: 'ERR_VALIDATION', details: { field: 'toAddress' } });
    await expect(send(pay('eth', address, '7'))).rejects.toMatchObject({ code: 'ERR_VALIDATION', details: { field: 'memo' } });
    await expect(send({ ...pay('eth', address), amount: '0' })).rejects.toMatchObject({ code: 'ERR_VALIDATION' });
    await expect(mine('nowhere', 1)).rejects.toMatchObject({ code: 'ERR_NETWORK_NOT_SUPPORTED' });
    await expect(breakNetwork('fiat', 'down')).rejects.toMatchObject({ code: 'ERR_NETWORK_NOT_SUPPORTED' });
    await breakNetwork('ethereum', 'down');
    await expect(send(pay('eth', address))).rejects.toMatchObject({ code: 'ERR_SERVICE_UNAVAILABLE' });
  });

  it('list the networks and their transfers, newest first', async () => {
    const chains = open();
    await chains.prepare();
    const { address } = await chains.gateway('bitcoin').addressAt(addressIndex(1));
    const first = await chains.controls.send(pay('btc', address));
    now += 1;
    const second = await chains.controls.send(pay('btc', address));
    const bitcoin = (await chains.controls.networks()).find(({ slug }) => slug === 'bitcoin');
    expect(bitcoin).toMatchObject({ nativeInstrument: 'btc', blockSeconds: 10, pending: 2, mode: 'up' });
    await chains.controls.mine('bitcoin', 1);
    const [newest, oldest] = await chains.controls.recentTransfers(10);
    expect([newest?.txHash, oldest?.txHash]).toEqual([second.txHash, first.txHash]);
    expect(newest).toMatchObject({ confirmations: 1, instrumentSlug: 'btc', amount: '1', feeInstrumentSlug: 'btc', sentAt: now });
  });

  it('pay the transparent address of a tex address (ZIP 320)', async () => {
    const chains = open();
    await chains.prepare();
    const zcash = chains.gateway('zcash');
    const toAddress = 'tex1s2rt77ggv6q989lr49rkgzmh5slsksa9khdgte';
    await zcash.send({
      idempotencyKey: 'PAYOUT:1',
      instrumentSlug: 'zec',
      fromIndex: TREASURY_INDEX,
      toAddress,
      memo: null,
      amount: '1',
    });
    expect(await chains.controls.recentTransfers(1)).toMatchObject([{ toAddress: 't1VmmGiyjVNeCjxDZzg7vZmd99WyzVby9yC' }]);
  });

  it('pay the account and destination tag of an X-address', async () => {
    const chains = open();
    await chains.prepare();
    // From the XRP Ledger's own examples of the format: an account with the destination tag 1.
    await chains.controls.send(pay('xrp', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu'));
    expect(await chains.controls.recentTransfers(1)).toMatchObject([
      { toAddress: 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', memo: '1' },
    ]);
  });
});

import { pad } from 'viem';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { amount, compare, toBaseUnits } from '../../contract/money.ts';
import type { Database } from '../../server/db/database.ts';
import { ChainUnavailableError, RecipientBlockedError } from '../../server/ports/chain/chainGateway.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import type { Anvil } from '../support/nodes/anvil.ts';
import { blockedSlot, type TokenVariant } from '../support/nodes/erc20.ts';
import { contractAddress, payment, STRANGER, testGateway, testWallet, TREASURY } from '../support/nodes/evmGateway.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';

const FINAL = 12;
/** Its owner can switch a fee on, as the catalogue says. */
const WITH_SWITCHABLE_FEE = 'usdterc20';
const STANDARD = 'linkerc20';

describe('Tokens that do more than ERC-20, on a real EVM node', () => {
  let anvil: Anvil;
  let database: Database;

  beforeAll(async () => {
    anvil = await freshAnvil();
    await anvil.fund(TREASURY, '100');
  });
  beforeEach(async () => {
    database = await openMemoryDatabase();
    return () => database.destroy();
  });

  const install = (slug: string, variant?: TokenVariant) => {
    const units = toBaseUnits('1000', slug === STANDARD ? 18 : 6);
    const owners = [TREASURY, anvil.customer].map((owner) => ({ owner, units }));
    return anvil.installToken(contractAddress(slug), owners, variant);
  };

  it.each([
    ['a token without a fee', WITH_SWITCHABLE_FEE, undefined, undefined],
    ['a fee that the log shows', STANDARD, 'logged', '4.5'],
    ['a switchable fee that the log shows', WITH_SWITCHABLE_FEE, 'logged', '4.5'],
    ['a switchable fee that only the balance shows', WITH_SWITCHABLE_FEE, 'hidden', '4.5'],
  ] as const)('reports what a payment gave its recipient: %s', async (title, slug, fee, arrived) => {
    await install(slug, fee && { fee });
    const gateway = testGateway(database, anvil);
    await gateway.send(payment(title, '5', slug));
    // Another payment to the same recipient in the same block must not hide the fee.
    await anvil.payToken(contractAddress(slug), STRANGER, 1_000n);
    await anvil.mine(FINAL);
    const state = await gateway.sendState(title);
    expect(state).toMatchObject({ state: 'confirmed', ...(arrived && { arrived }) });
    expect('arrived' in state).toBe(arrived !== undefined);
  });

  it('charges a payment as if its recipient held no such token yet (D53)', async () => {
    await install(STANDARD);
    const feeOf = async () => (await testGateway(database, anvil).estimateFee(STANDARD)).amount;
    const fee = await feeOf();
    const burnAddress = '0x000000000000000000000000000000000000dEaD' as const;
    await anvil.installToken(
      contractAddress(STANDARD),
      [TREASURY, burnAddress].map((owner) => ({ owner, units: toBaseUnits('1000', 18) })),
    );
    // The base fee of an idle chain may fall while blocks are mined, but not by a quarter.
    expect(amount(await feeOf()).gt(amount(fee).times(amount('0.75')))).toBe(true);
    await testGateway(database, anvil).send({ ...payment('new holder', '1', STANDARD), toAddress: testWallet.addressAt(504) });
    await anvil.mine(FINAL);
    const state = await testGateway(database, anvil).sendState('new holder');
    expect(compare(state.state === 'confirmed' ? state.feePaid.amount : '1', fee)).toBeLessThanOrEqual(0);
  });

  it('leaves a payment pending while two nodes show different balances of its recipient', async () => {
    await install(WITH_SWITCHABLE_FEE);
    const liar = await startFlakyNode(anvil.url);
    const gateway = testGateway(database, anvil, { more: [liar.url] });
    await gateway.send(payment('disputed', '5', WITH_SWITCHABLE_FEE));
    await anvil.mine(FINAL);
    liar.lie('eth_call', () => `0x${'0'.repeat(64)}`);
    expect(await gateway.sendState('disputed')).toMatchObject({ state: 'pending' });
    expect(await testGateway(database, anvil).sendState('disputed')).toMatchObject({ state: 'confirmed' });
    await liar.stop();
  });

  it('lets the logs decide when the node no longer has the balances of the block', async () => {
    await install(WITH_SWITCHABLE_FEE, { fee: 'logged' });
    const pruned = await startFlakyNode(anvil.url);
    await testGateway(database, anvil).send(payment('old', '5', WITH_SWITCHABLE_FEE));
    await anvil.mine(FINAL);
    pruned.lie('eth_call', () => new Error('missing trie node'));
    await expect(testGateway(database, pruned).sendState('old')).rejects.toThrow('missing trie node');
    await anvil.mine(100);
    expect(await testGateway(database, pruned).sendState('old')).toMatchObject({ state: 'confirmed', arrived: '4.5' });
    await pruned.stop();
  });

  it('books a deposit by what its address gained', async () => {
    await install(WITH_SWITCHABLE_FEE, { fee: 'hidden' });
    const watched = [testWallet.addressAt(601)];
    const gateway = testGateway(database, anvil);
    const { cursor } = await gateway.incoming({ watched, cursor: null, untilConfirmations: 5 });
    for (const units of [1_000n, 2_000n]) await anvil.payToken(contractAddress(WITH_SWITCHABLE_FEE), watched[0] ?? '0x', units);
    await anvil.mine(1);
    const scan = async (reader = gateway) => await reader.incoming({ watched, cursor, untilConfirmations: 5 });
    const { transfers } = await scan();
    expect(transfers.map(({ amount }) => amount)).toEqual(['0.0009', '0.0018']);
    expect((await scan()).transfers).toEqual(transfers);
    expect((await scan(testGateway(database, anvil))).transfers).toEqual(transfers);
  });

  describe('with a blocklist', () => {
    const BLOCKING = 'usdcerc20';
    const contract = contractAddress(BLOCKING);
    beforeEach(() => install(BLOCKING, { blocklist: 'isBlacklisted' }));

    it('names a blocked recipient as the cause of a refusal, and moves nothing', async () => {
      await anvil.blockAccount(contract, STRANGER);
      const gateway = testGateway(database, anvil);
      await expect(gateway.send(payment('blocked', '5', BLOCKING))).rejects.toThrow(RecipientBlockedError);
      expect(await gateway.sendState('blocked')).toEqual({ state: 'unknown' });
      expect(await gateway.isBlocked?.(BLOCKING, STRANGER)).toBe(true);
      expect(await gateway.isBlocked?.(BLOCKING, testWallet.addressAt(602))).toBe(false);
      expect(await gateway.isBlocked?.('eth', STRANGER)).toBe(false);
    });

    it('names our own address when the token blocks the payer', async () => {
      await anvil.client.setStorageAt({ address: contract, index: blockedSlot(STRANGER).slot, value: pad('0x0') });
      await anvil.blockAccount(contract, TREASURY);
      const gateway = testGateway(database, anvil);
      const refusal = gateway.send(payment('payer blocked', '5', BLOCKING));
      await expect(refusal).rejects.toThrow(`blocks our address ${TREASURY}`);
      await expect(refusal).rejects.not.toThrow(RecipientBlockedError);
      await anvil.client.setStorageAt({ address: contract, index: blockedSlot(TREASURY).slot, value: pad('0x0') });
    });

    it('says whether the address of a deposit or its payer is blocked', async () => {
      const toAddress = testWallet.addressAt(604);
      const txHash = await anvil.payToken(contract, toAddress, 1_000n);
      await anvil.mine(1);
      const gateway = testGateway(database, anvil);
      const ask = async (slug = BLOCKING, to: string = toAddress, reader = gateway) =>
        await reader.isDepositBlocked?.({ instrumentSlug: slug, txHash, toAddress: to });
      expect([await ask(), await ask(STANDARD), await ask('eth')]).toEqual([false, false, false]);
      for (const account of [toAddress, anvil.customer]) {
        await anvil.blockAccount(contract, account);
        expect(await ask()).toBe(true);
        // The payer of this deposit has nothing to do with another address.
        expect(await ask(BLOCKING, testWallet.addressAt(605))).toBe(false);
        await anvil.client.setStorageAt({ address: contract, index: blockedSlot(account).slot, value: pad('0x0') });
      }
      const liar = await startFlakyNode(anvil.url);
      const pair = testGateway(database, anvil, { more: [liar.url] });
      expect(await ask(BLOCKING, toAddress, pair)).toBe(false);
      liar.lie('eth_call', () => pad('0x1'));
      await expect(ask(BLOCKING, toAddress, pair)).rejects.toThrow('disagree');
      await liar.stop();
      await expect(ask(BLOCKING, toAddress, pair)).rejects.toThrow(ChainUnavailableError);
    });

    it('blocks no deposit of a contract without the function of the catalogue', async () => {
      await install(BLOCKING);
      const deposit = { instrumentSlug: BLOCKING, txHash: pad('0x1'), toAddress: testWallet.addressAt(606) };
      expect(await testGateway(database, anvil).isDepositBlocked?.(deposit)).toBe(false);
    });

    it('does not believe one of two nodes that an address is blocked', async () => {
      const liar = await startFlakyNode(anvil.url);
      liar.lie('eth_call', () => pad('0x1'));
      const gateway = testGateway(database, anvil, { more: [liar.url] });
      expect(await gateway.isBlocked?.(BLOCKING, testWallet.addressAt(603))).toBe(false);
      await liar.stop();
    });
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { serveLocally, type LocalServer } from '../../../../tests/support/serveLocally.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import { WrongChainError } from '../nodeErrors.ts';
import { createTronClient } from './tronClient.ts';
import { createTronNode, REVERTED, type TronNode } from './tronNode.ts';

const GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
const OWNER = `41${'11'.repeat(20)}`;

let server: LocalServer | undefined;
afterEach(async () => await server?.close());

/** Opens a node that answers each method with a text. */
async function nodeThat(answers: Readonly<Record<string, string>>): Promise<TronNode> {
  const genesis = { blockID: GENESIS, block_header: { raw_data: { parentHash: '00', timestamp: 0 } } };
  server = await serveLocally((request, response) => {
    const method = (request.url ?? '').split('/').at(-1) ?? '';
    response.end(answers[method] ?? (method === 'getblock' ? JSON.stringify(genesis) : '{}'));
  });
  return createTronNode(createTronClient({ url: server.url, solidityUrl: `${server.url}/` }), GENESIS);
}

/** Returns an internal transaction as a node shows it. Its note is text in hex. */
const passedOn = (note: string, value: { callValue?: number; tokenId?: string }) => ({
  hash: 'cc',
  caller_address: `41${'22'.repeat(20)}`,
  transferTo_address: OWNER,
  callValueInfo: [value],
  note: Buffer.from(note).toString('hex'),
});
const receiptWith = (internal: readonly unknown[]): string => {
  const receipt = { result: 'SUCCESS', energy_fee: 100 };
  return JSON.stringify({ id: 'aa', blockNumber: 7, fee: 100, receipt, internal_transactions: internal });
};

describe('createTronNode', () => {
  it('refuses a node of another chain', async () => {
    const nile = { blockID: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc' };
    const header = { raw_data: { parentHash: '00', timestamp: 0 } };
    const node = await nodeThat({ getblock: JSON.stringify({ ...nile, block_header: header }) });
    await expect(node.height()).rejects.toThrow(WrongChainError);
  });

  it('keeps every digit of an amount', async () => {
    const node = await nodeThat({ getaccount: `{"address":"${OWNER}","balance":95123456789012345}` });
    expect(await node.account(OWNER)).toEqual({ balance: 95_123_456_789_012_345n, isContract: false });
  });

  it('tells an account that does not exist from an empty one', async () => {
    expect(await (await nodeThat({ getaccount: `{"address":"${OWNER}"}` })).account(OWNER)).toMatchObject({ balance: 0n });
    await server?.close();
    expect(await (await nodeThat({ getaccount: '{}' })).account(OWNER)).toBeUndefined();
  });

  it('tells the account of a contract', async () => {
    const node = await nodeThat({ getaccount: `{"address":"${OWNER}","type":"Contract"}` });
    expect(await node.account(OWNER)).toEqual({ balance: 0n, isContract: true });
  });

  it('reports an error that the node answers with status 200, without the node’s words', async () => {
    const node = await nodeThat({ getaccount: '{"Error":"class java.lang.NullPointerException : secret"}' });
    const failure = await node.account(OWNER).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChainUnavailableError);
    expect(String(failure)).not.toContain('secret');
  });

  it('rejects a block without the receipts of its transactions', async () => {
    const raw_data = { number: 7, parentHash: '06', timestamp: 21_000 };
    const transactions = [{ txID: 'aa', raw_data: { contract: [{ type: 'VoteWitnessContract' }] } }];
    const block = JSON.stringify({ blockID: '07', block_header: { raw_data }, transactions });
    const node = await nodeThat({ getblockbynum: block, gettransactioninfobyblocknum: '[]' });
    await expect(node.block(7)).rejects.toThrow('without the receipts');
  });

  it('rejects a block that the node does not have yet', async () => {
    const node = await nodeThat({ getblockbynum: '{}', gettransactioninfobyblocknum: '[]' });
    await expect(node.block(7)).rejects.toThrow('does not have');
  });

  it('reads TRX that a contract passed on, and nothing that was rejected', async () => {
    const internal = [
      passedOn('call', { callValue: 5 }),
      { ...passedOn('call', { callValue: 7 }), rejected: true },
      passedOn('call', { callValue: 9, tokenId: '1000001' }),
      passedOn('call', {}),
      passedOn('create', { callValue: 11 }),
      passedOn('suicide', { callValue: 13 }),
    ];
    const node = await nodeThat({ gettransactioninfobyid: receiptWith(internal) });
    const moved = [
      { to: OWNER, units: 5n, place: 0 },
      { to: OWNER, units: 11n, place: 4 },
      { to: OWNER, units: 13n, place: 5 },
    ];
    expect(await node.receipt('aa')).toMatchObject({ failure: null, fee: 100n, internal: moved, hasInternal: true });
  });

  it('reads no TRX from what a contract did with staked TRX, wherever the node shows it', async () => {
    const staked = [
      'delegateResourceOfEnergy',
      'unDelegateResourceOfEnergy',
      'freezeForEnergy',
      'unfreezeForEnergy',
      'freezeBalanceV2ForEnergy',
      'withdrawExpireUnfreeze',
    ].map((note) => passedOn(note, { callValue: 100_000_000_000 }));
    const featured = await nodeThat({ gettransactioninfobyid: receiptWith(staked) });
    expect(await featured.receipt('aa')).toMatchObject({ internal: [], hasInternal: false });
    await server?.close();
    // Nodes with and without `saveFeaturedInternalTx` must show the same.
    const call = passedOn('call', { callValue: 5 });
    const mixed = await nodeThat({ gettransactioninfobyid: receiptWith([...staked, call]) });
    expect(await mixed.receipt('aa')).toMatchObject({ internal: [{ units: 5n, place: 0 }], hasInternal: true });
  });

  it('reads no transfers of a transaction that failed in its block', async () => {
    const log = [{ address: '11'.repeat(20), topics: [], data: '' }];
    const answer = { id: 'aa', blockNumber: 7, fee: 100, result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' }, log };
    const node = await nodeThat({ gettransactioninfobyid: JSON.stringify(answer) });
    expect(await node.receipt('aa')).toMatchObject({ failure: 'OUT_OF_ENERGY', logs: [], internal: [] });
    expect(await (await nodeThat({})).receipt('aa')).toBeUndefined();
  });

  it('rejects the receipt of another transaction than the wanted one', async () => {
    const node = await nodeThat({ gettransactioninfobyid: receiptWith([]) });
    await expect(node.receipt('bb')).rejects.toThrow(ChainUnavailableError);
  });

  it('reads a price without a value as zero, and rejects prices of which one is missing', async () => {
    const priced = ['getCreateAccountFee', 'getCreateNewAccountFeeInSystemContract', 'getTransactionFee', 'getEnergyFee'];
    const listed = (keys: readonly string[]) =>
      JSON.stringify({ chainParameter: keys.map((key) => ({ key, ...(key !== 'getTransactionFee' && { value: 100 }) })) });
    const node = await nodeThat({ getchainparameters: listed(priced) });
    expect(await node.prices()).toEqual({ bandwidth: 0n, energy: 100n, account: 200n });
    await server?.close();
    const without = await nodeThat({ getchainparameters: listed(priced.slice(0, -1)) });
    await expect(without.prices()).rejects.toThrow('getEnergyFee');
  });

  it('tells a simulated call that reverts from a node that can’t simulate', async () => {
    const reverted = {
      result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') },
      constant_result: [''],
    };
    const call = { owner: OWNER, contract: OWNER, data: '' };
    const node = await nodeThat({ triggerconstantcontract: JSON.stringify(reverted) });
    expect(await node.simulate('wallet', call)).toEqual({ failure: REVERTED });
    await server?.close();
    const unable = await nodeThat({ triggerconstantcontract: '{"result":{"code":"CONTRACT_VALIDATE_ERROR"}}' });
    await expect(unable.simulate('wallet', call)).rejects.toThrow(ChainUnavailableError);
  });
});

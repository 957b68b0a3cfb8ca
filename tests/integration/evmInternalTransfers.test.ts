import { getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import type { IncomingTransfer } from '../../server/ports/chain/chainGateway.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import type { Anvil } from '../support/nodes/anvil.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';
import { testGateway, testWallet } from '../support/nodes/evmGateway.ts';

const UNTIL = 5;

/** Two transfers with one identity would count as one deposit, and one of two customers would wait for ever. */
const namesOf = (transfers: readonly IncomingTransfer[]) => new Set(transfers.map(({ txHash, index }) => `${txHash}/${index}`));
const byAddress = (transfers: readonly IncomingTransfer[]) =>
  Object.fromEntries(transfers.map(({ toAddress, amount }) => [toAddress, amount]));

describe('Internal transfers of one contract to two of our customers', () => {
  let anvil: Anvil;
  let database: Database;
  const [first, second] = [testWallet.addressAt(301), testWallet.addressAt(302)];
  const watched = [first, second];

  beforeAll(async () => {
    anvil = await freshAnvil();
    database = await openMemoryDatabase();
    await anvil.mine(10);
  });
  afterAll(() => database.destroy());

  it('are two deposits of one transaction', async () => {
    const gateway = testGateway(database, anvil);
    const { cursor } = await gateway.incoming({ watched, cursor: null, untilConfirmations: UNTIL });
    await anvil.payTwo(first, '1', second, '2');
    await anvil.mine(1);
    const { transfers } = await gateway.incoming({ watched, cursor, untilConfirmations: UNTIL });
    expect(byAddress(transfers)).toEqual({ [first]: '1', [second]: '2' });
    expect(namesOf(transfers).size).toBe(2);
  });

  it('are two deposits when the addresses begin with the same 30 hex digits', async () => {
    const shared = '0x1234567890abcdef1234567890abcd';
    const alike = [getAddress(`${shared}0000000001`), getAddress(`${shared}0000000002`)] as const;
    const gateway = testGateway(database, anvil);
    const { cursor } = await gateway.incoming({ watched: alike, cursor: null, untilConfirmations: UNTIL });
    await anvil.payTwo(alike[0], '1', alike[1], '2');
    await anvil.mine(1);
    const { transfers } = await gateway.incoming({ watched: alike, cursor, untilConfirmations: UNTIL });
    expect(byAddress(transfers)).toEqual({ [alike[0]]: '1', [alike[1]]: '2' });
    expect(namesOf(transfers).size).toBe(2);
  });

  it('link to the page of their block', async () => {
    const gateway = testGateway(database, anvil);
    const { cursor } = await gateway.incoming({ watched, cursor: null, untilConfirmations: UNTIL });
    await anvil.payTwo(first, '1', second, '2');
    await anvil.mine(1);
    const { transfers } = await gateway.incoming({ watched, cursor, untilConfirmations: UNTIL });
    const { hash } = await anvil.client.getBlock();
    const newest = transfers.filter(({ confirmations }) => confirmations === 1);
    const page = `https://etherscan.io/block/${hash}`;
    expect(newest.map(({ txHash }) => gateway.transactionUrl(txHash))).toEqual([page, page]);
    expect(gateway.transactionUrl(hash)).toBe(`https://etherscan.io/tx/${hash}`);
  });

  it('are not contradicted by a node that lacks the state to see them', async () => {
    const blind = await startFlakyNode(anvil.url);
    const gateway = testGateway(database, blind);
    const { cursor } = await gateway.incoming({ watched, cursor: null, untilConfirmations: UNTIL });
    await anvil.payTwo(first, '1', second, '2');
    await anvil.mine(1);
    const through = await anvil.client.getBlockNumber();
    await anvil.mine(UNTIL);
    const scan = () => gateway.incoming({ watched, cursor, untilConfirmations: UNTIL, through: Number(through) });
    // The node has pruned the state of that block.
    blind.fail('eth_call', 'refuse');
    expect(await scan()).toMatchObject({ transfers: [], isBlind: true });
    blind.mend();
    const seen = await scan();
    expect(byAddress(seen.transfers)).toEqual({ [first]: '1', [second]: '2' });
    expect(seen.isBlind).toBeUndefined();
    await blind.stop();
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressIndex } from '../../server/common/addressIndex.ts';
import type { Database } from '../../server/db/database.ts';
import { ChainUnavailableError, type IncomingTransfer } from '../../server/ports/chain/chainGateway.ts';
import { hexOf } from '../../server/ports/chain/tron/tronCalls.ts';
import type { TronGateway } from '../../server/ports/chain/tron/tronGateway.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { startTronStandin, testTronGateway, TRON_STRANGER, USDT, type TronStandin } from '../support/nodes/tron/tronStandin.ts';

/** A block is solid when so many newer ones follow. */
const SOLID = 19;

describe('Deposits on stand-in TRON nodes', () => {
  let standin: TronStandin;
  let database: Database;
  let gateway: TronGateway;
  let address: string;
  let cursor: string | null;

  beforeEach(async () => {
    standin = await startTronStandin();
    database = await openMemoryDatabase();
    gateway = testTronGateway(database, standin.urls);
    ({ address } = await gateway.addressAt(addressIndex(5)));
    ({ cursor } = await gateway.incoming({ watched: [], cursor: null, untilConfirmations: SOLID }));
  });
  afterEach(async () => {
    await database.destroy();
    await standin.close();
  });

  const scan = async (): Promise<readonly IncomingTransfer[]> =>
    (await gateway.incoming({ watched: [address], cursor, untilConfirmations: SOLID })).transfers;

  it('does not count a deposit as final before its block is solid', async () => {
    standin.pay(USDT, address, '7');
    standin.chain.mine(SOLID);
    expect(await scan()).toMatchObject([{ amount: '7', confirmations: SOLID - 1 }]);
    standin.chain.mine(1);
    expect(await scan()).toMatchObject([{ amount: '7', confirmations: SOLID + 1 }]);
  });

  it('waits for a node that shows blocks without receipts', async () => {
    standin.pay('trx', address, '7');
    standin.chain.mine(1);
    standin.nodes.second.break({ hasNoReceipts: true });
    await expect(scan()).rejects.toThrow('without the receipts');
    standin.nodes.second.break({});
    expect(await scan()).toMatchObject([{ amount: '7' }]);
  });

  it('counts the TRX that a contract passes on, and none that it only lends as resources', async () => {
    const to = hexOf(address);
    const delegated = { to, units: 100_000_000_000n, note: 'delegateResourceOfEnergy' };
    standin.pay(USDT, TRON_STRANGER, '1', [delegated]);
    standin.pay(USDT, TRON_STRANGER, '1', [delegated, { to, units: 7_000_000n, note: 'call' }]);
    standin.chain.mine(SOLID + 1);
    const passedOn = [{ instrumentSlug: 'trx', amount: '7', index: 1_000_000 }];
    expect(await scan()).toMatchObject(passedOn);
    expect(await gateway.balance(addressIndex(5), 'trx')).toBe('7');
    // A node that stores fewer kinds of internal transactions shows the same deposit.
    standin.nodes.second.break({ storesInternal: 'moving' });
    gateway = testTronGateway(database, standin.urls);
    expect(await scan()).toMatchObject(passedOn);
    standin.nodes.second.break({ storesInternal: 'none' });
    gateway = testTronGateway(database, standin.urls);
    expect(await scan()).toEqual([]);
  });

  it('says whether a token blocks who paid a deposit', async () => {
    const txHash = standin.pay(USDT, address, '7');
    standin.chain.mine(1);
    const deposit = { instrumentSlug: USDT, txHash, toAddress: address };
    expect(await gateway.isDepositBlocked?.(deposit)).toBe(false);
    standin.chain.head().after.blocked.add(hexOf(standin.customer));
    standin.chain.mine(1);
    expect(await gateway.isDepositBlocked?.(deposit)).toBe(true);
    for (const node of Object.values(standin.nodes)) node.break({ hides: () => true });
    await expect(gateway.isDepositBlocked?.(deposit)).rejects.toThrow(ChainUnavailableError);
  });

  it('does not take a failed simulation for an address that is not blocked', async () => {
    const all = (simulationFails: string) => {
      for (const node of Object.values(standin.nodes)) node.break({ simulationFails });
    };
    all("CPU timeout for 'PUSH1' operation executing");
    await expect(gateway.isBlocked?.(USDT, TRON_STRANGER)).rejects.toThrow(ChainUnavailableError);
    // A contract without a blocklist
    all('REVERT opcode executed');
    expect(await gateway.isBlocked?.(USDT, TRON_STRANGER)).toBe(false);
  });
});

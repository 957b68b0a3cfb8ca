import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { addressIndex } from '../../server/common/addressIndex.ts';
import type { Database } from '../../server/db/database.ts';
import { BooksBehindError } from '../../server/ports/chain/chainGateway.ts';
import type { TronGateway } from '../../server/ports/chain/tron/tronGateway.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import {
  startTronStandin,
  testTronGateway,
  tronPayment as payment,
  type TronStandin,
} from '../support/nodes/tron/tronStandin.ts';

/** A block is solid when so many newer ones follow. */
const SOLID = 19;
/** Blocks until a transaction is dead */
const LIFE = 80;

describe('What left the treasury on stand-in TRON nodes', () => {
  let standin: TronStandin;
  let database: Database;
  let gateway: TronGateway;

  beforeEach(async () => {
    standin = await startTronStandin();
    database = await openMemoryDatabase();
    gateway = open();
    await gateway.monitor();
  });
  afterEach(async () => {
    await database.destroy();
    await standin.close();
  });

  const open = (on = database): TronGateway => testTronGateway(on, standin.urls);

  /** Pays with the treasury's keys from other books, as a host that was lost did. */
  async function payElsewhere(key: string): Promise<string> {
    const lost = await openMemoryDatabase();
    onTestFinished(() => lost.destroy());
    return (await open(lost).send(payment(key, '5'))).txHash;
  }

  it('is known for payments of these books, also for failed ones', async () => {
    await gateway.send(payment('ours', '1'));
    await gateway.send(payment('failing', '1'));
    standin.chain.setPrices(2n);
    standin.chain.mine(1);
    expect(await gateway.records.count()).toEqual({ mined: 0, pending: 0, known: 0 });
    standin.chain.mine(SOLID + 1);
    await gateway.monitor();
    expect(await gateway.records.count()).toEqual({ mined: 2, pending: 2, known: 2 });
  });

  it('may still be on its way after the books were not updated for long: nothing is paid meanwhile', async () => {
    const fromIndex = addressIndex(5);
    standin.pay('trx', (await gateway.addressAt(fromIndex)).address, '7');
    standin.chain.mine(SOLID + 1);
    await gateway.monitor();
    standin.chain.setStuck(true);
    standin.chain.mine(LIFE + 1);
    await payElsewhere('signed by a lost host');
    // The lost host may have paid from any of its addresses.
    const refund = { ...payment('quiet refund', '5', 'trx'), fromIndex, toAddress: standin.customer, fee: '0.275' };
    await expect(gateway.send(refund)).rejects.toThrow('may be on their way');
    await expect(gateway.send(payment('quiet', '5'))).rejects.toThrow('may be on their way');
    standin.chain.mine(LIFE / 2);
    await gateway.monitor();
    await expect(gateway.send(payment('quiet', '5'))).rejects.toThrow('may be on their way');
    standin.chain.setStuck(false);
    standin.chain.mine(LIFE / 2);
    await gateway.monitor();
    // The payment of the lost host was included after all, and is not made again.
    await expect(gateway.send(payment('quiet', '5'))).rejects.toThrow(BooksBehindError);
    await gateway.send(refund);
  });

  it('is read in parts after the host was off, and the network is closed until all is read', async () => {
    standin.chain.mine(250);
    await gateway.monitor();
    await expect(gateway.records.count()).rejects.toThrow('not read yet');
    expect(await gateway.records.count()).toEqual({ mined: 0, pending: 0, known: 0 });
  });

  it('is in doubt while the nodes contradict each other on it', async () => {
    const txHash = await payElsewhere('hidden');
    standin.nodes.second.break({ hides: (transaction) => transaction.txHash === txHash });
    standin.chain.mine(SOLID + 1);
    await expect(gateway.records.count()).rejects.toThrow('contradict');
    standin.nodes.second.break({});
    expect(await gateway.records.count()).toMatchObject({ mined: 1, known: 0 });
  });
});

import { openMemoryDatabase } from '../support/databases.ts';
import { startTronStandin, testTronGateway, TRON_STRANGER, USDT } from '../support/nodes/tron/tronStandin.ts';
import { createTronFaults } from '../support/nodes/tron/tronFaults.ts';
import { describeChainGateway } from './chainGateway.ts';
import type { ChainUnderTest } from './chainUnderTest.ts';

/** Opens a gateway with two nodes of a stand-in. Its blocks are solid at once: the suite's balances follow each block. */
async function open(): Promise<ChainUnderTest> {
  const standin = await startTronStandin({ solidAfter: 0 });
  const database = await openMemoryDatabase();
  const openGateway = () => testTronGateway(database, standin.urls);
  const mine = (blocks: number) => Promise.resolve(standin.chain.mine(blocks));
  await mine(20);
  const gateway = openGateway();
  return {
    gateway,
    newestBlockTime: () => Promise.resolve(standin.chain.head().time),
    stranger: TRON_STRANGER,
    payAsCustomer: (instrumentSlug, toAddress, amount) => {
      standin.pay(instrumentSlug, toAddress, amount);
      return Promise.resolve();
    },
    mine,
    async mature() {
      await mine(gateway.finalAfter);
      await gateway.monitor();
    },
    respell: (address) => address,
    faults: createTronFaults(standin),
    restart: openGateway,
    async close() {
      await standin.close();
      await database.destroy();
    },
  };
}

describeChainGateway('Two stand-in TRON nodes', { assets: ['trx', USDT], depositsAt: 'ADDRESS', canReplace: false }, open);

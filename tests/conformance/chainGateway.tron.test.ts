import { afterAll, beforeAll, describe } from 'vitest';
import { fromBaseUnits, subtract } from '../../contract/money.ts';
import { createTronWallet } from '../../server/ports/chain/tron/tronWallet.ts';
import { hexOf } from '../../server/ports/chain/tron/tronCalls.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import { tokenBalance } from '../support/nodes/tron/ledger.ts';
import {
  startTronStandin,
  testTronGateway,
  TRON,
  TRON_STRANGER,
  USDT,
  USDT_CONTRACT,
} from '../support/nodes/tron/tronStandin.ts';
import { createTronFaults } from '../support/nodes/tron/tronFaults.ts';
import { describeBooks } from './chainBooks.ts';
import { describeChainGateway } from './chainGateway.ts';
import { describeHost } from './chainHost.ts';
import type { NodesWithPayees } from './chainUnderTest.ts';

const DECIMALS = 6;
/** A payout that creates an account costs more, which customers would have to confirm: payees have one. */
const TRX_OF_PAYEE = '1';
const PAYEES = 8;
const payees = createTronWallet(new Uint8Array(64).fill(3), 'nile');

/** Opens a gateway with two nodes of a stand-in, whose blocks are solid after as many others. */
async function open(solidAfter: number): Promise<NodesWithPayees> {
  const standin = await startTronStandin({ solidAfter });
  const database = await openMemoryDatabase();
  const openGateway = (books = database) => testTronGateway(books, standin.urls);
  const mine = (blocks: number) => Promise.resolve(standin.chain.mine(blocks));
  for (let number = 1; number <= PAYEES; number += 1) standin.fund(payees.addressAt(number), TRX_OF_PAYEE);
  await mine(20);
  const gateway = openGateway();
  const [firstUrl = '', secondUrl = ''] = standin.urls;
  return {
    gateway,
    newestBlockTime: () => Promise.resolve(standin.chain.head().time),
    stranger: TRON_STRANGER,
    listedStranger: TRON_STRANGER,
    payAsCustomer: (...payment) => Promise.resolve(standin.pay(...payment)),
    mine,
    async mature() {
      await mine(gateway.finalAfter + 1);
      await gateway.monitor();
    },
    respell: (address) => address,
    faults: createTronFaults(standin),
    restart: openGateway,
    ofOtherChain: () => testTronGateway(database, standin.urls, { chain: 'main' }),
    newBooks: () => Promise.resolve(openGateway),
    seenAfter: 1,
    countedAfter: solidAfter + 1,
    settings: { networkSlug: TRON, chain: 'nile', rpcUrls: [firstUrl, { url: secondUrl, solidityUrl: secondUrl }] },
    funds: [
      ['trx', '1000000'],
      [USDT, '1000000'],
    ],
    blocksAtOnce: 5,
    payeeAt: payees.addressAt,
    received(instrumentSlug, address, txHash) {
      if (txHash !== undefined && !standin.chain.find(txHash)) throw new Error(`no block includes ${txHash}`);
      const { after } = standin.chain.head();
      const held = (units: bigint) => fromBaseUnits(units, DECIMALS);
      if (instrumentSlug === USDT) return Promise.resolve(held(tokenBalance(after, USDT_CONTRACT, hexOf(address))));
      return Promise.resolve(subtract(held(after.accounts.get(hexOf(address))?.balance ?? 0n), TRX_OF_PAYEE));
    },
    async close() {
      await standin.close();
      await database.destroy();
    },
  };
}

const traits = { assets: ['trx', USDT], depositsAt: 'ADDRESS', canReplace: false } as const;

// The suite's balances follow each block.
describeChainGateway('Two stand-in TRON nodes', traits, () => open(0));

describe('Two stand-in TRON nodes, on which blocks become solid as on the real network,', () => {
  let chain: NodesWithPayees;
  beforeAll(async () => {
    chain = await open(19);
  });
  afterAll(() => chain.close());
  describeBooks(() => chain, traits);
  describeHost(() => chain, {
    ...traits,
    swaps: [
      [USDT, 'btc'],
      ['trx', 'btc'],
      ['btc', USDT],
      ['btc', 'trx'],
    ],
    confirmations: 19,
    chainName: 'nile',
  });
});

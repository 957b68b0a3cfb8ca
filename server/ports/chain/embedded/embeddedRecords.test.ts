import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStore, DATABASES, type TestStore } from '../../../../tests/support/databases.ts';
import { addressIndex } from '../../../common/addressIndex.ts';
import type { Database } from '../../../db/database.ts';
import { createEmbeddedChainStore } from '../../../db/repositories/embeddedChainStore.ts';
import { findRecordedSend } from '../../../db/repositories/recordedSends.ts';
import { loadCatalogue } from '../../../instruments/loadCatalogue.ts';
import type { ChainGateway, SendRequest } from '../chainGateway.ts';
import { TREASURY_INDEX } from '../treasury.ts';
import { createEmbeddedChains, type EmbeddedChains } from './embeddedChains.ts';

const NOW = 1_800_000_000_000;

describe.each(DATABASES)('the treasury of an embedded network on %s', (kind) => {
  let store: TestStore;
  let database: Database;
  let chains: EmbeddedChains;
  let tron: ChainGateway;
  let stranger: string;
  beforeEach(async () => {
    store = await createStore(kind);
    database = store.open();
    chains = createEmbeddedChains({
      store: createEmbeddedChainStore(database),
      catalogue: loadCatalogue(),
      usdPrice: (symbol) => ({ USDT: '1', TRX: '0.3' })[symbol],
      speed: 60,
      now: () => NOW,
    });
    await chains.prepare();
    const gateway = chains.gateways.get('tron');
    if (!gateway) throw new Error('no TRON');
    tron = gateway;
    stranger = (await tron.addressAt(addressIndex(1_000))).address;
  });
  afterEach(async () => {
    await database.destroy();
    store.remove();
  });

  const payment = (idempotencyKey: string, amount = '5'): SendRequest => ({
    idempotencyKey,
    instrumentSlug: 'usdttrc20',
    fromIndex: TREASURY_INDEX,
    toAddress: stranger,
    memo: null,
    amount,
  });
  /** What a restored copy of the books has forgotten. The network keeps its tables. */
  const forget = async (key: string): Promise<void> => {
    await database.deleteFrom('embedded_sends').where('idempotency_key', '=', key).execute();
  };

  test('counts what left, and sends nothing after the books have forgotten a payment', async () => {
    expect(await tron.records.count()).toEqual({ mined: 0, pending: 0, known: 0 });
    await tron.send(payment('known'));
    const { txHash } = await tron.send(payment('forgotten', '7'));
    expect(await tron.records.count()).toEqual({ mined: 2, pending: 2, known: 2 });
    await forget('forgotten');
    expect(await tron.records.count()).toEqual({ mined: 2, pending: 2, known: 1 });
    expect(await tron.sendState('forgotten')).toEqual({ state: 'unknown' });
    await expect(tron.send(payment('forgotten', '7'))).rejects.toMatchObject({ message: 'BOOKS_BEHIND', mined: 2, known: 1 });
    await expect(tron.send(payment('next'))).rejects.toThrow('BOOKS_BEHIND');
    const transfer = { instrumentSlug: 'usdttrc20', toAddress: stranger, memo: null, amount: '7' };
    expect(await tron.records.list(1)).toMatchObject([{ position: 1, txHash, transfers: [transfer] }]);
  });

  test('adopts the transaction of a forgotten payment once, which is tracked from then on', async () => {
    await tron.send(payment('known'));
    const { txHash } = await tron.send(payment('forgotten'));
    await forget('forgotten');
    const [transaction] = await tron.records.list(1);
    if (!transaction) throw new Error('nothing was listed');
    const adopt = await tron.records.adopt(payment('payout'), transaction, 0);
    await database.transaction().execute(adopt);
    await chains.controls.mine('tron', 2);
    expect(await tron.sendState('payout')).toMatchObject({ state: 'confirmed', txHash });
    expect(await tron.send(payment('payout'))).toEqual({ txHash });
    expect(await findRecordedSend(database, 'tron', 'payout')).toMatchObject({ to_address: stranger, amount: '5' });
    const again = await tron.records.adopt(payment('payout'), transaction, 0);
    await expect(database.transaction().execute(again)).rejects.toThrow('belongs to another payment');
    const other = await tron.records.adopt(payment('another'), transaction, 0);
    await expect(database.transaction().execute(other)).rejects.toThrow();
    expect(await tron.records.count()).toEqual({ mined: 2, pending: 2, known: 2 });
    await tron.send(payment('next'));
  });
});

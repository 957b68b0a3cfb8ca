import { beforeEach, describe, expect, it } from 'vitest';
import { openMemoryDatabase } from '../../../../tests/support/databases.ts';
import { createMoneroStore } from '../../../db/repositories/networks/moneroStore.ts';
import { SendUndecidedError } from '../chainGateway.ts';
import type { MoneroDaemon } from './moneroDaemon.ts';
import type { MoneroNode, MoneroNodes } from './moneroNodes.ts';
import type { MoneroStore } from './moneroStore.ts';
import { createMonitorSends } from './monitorSends.ts';
import { createSendStates } from './sendStates.ts';

const FINAL = 3;
const MINED_AT = 100;

describe('a mined payment of Monero', () => {
  let height: number;
  /** The nodes that hide the payment; they show that its coins are spent. */
  let hiding: readonly number[];
  let store: MoneroStore;
  let monitor: () => Promise<void>;
  let stateOf: ReturnType<typeof createSendStates>;

  const daemonAt = (place: number): MoneroDaemon => ({
    transactions: async ([txHash = '']) =>
      hiding.includes(place) ? [] : [{ txHash, bytes: 'ab', block: { height: MINED_AT, time: 1 } }],
    spent: async (images) => images.map(() => 'mined' as const),
    broadcast: async () => 'another transaction spends its coins',
    top: expect.fail,
    blockAt: () => expect.fail(),
    feePerByte: expect.fail,
  });

  beforeEach(async () => {
    [height, hiding] = [MINED_AT, []];
    const database = await openMemoryDatabase();
    store = createMoneroStore(database, 'monero', 'treasury');
    const send = { instrument: 'xmr', to_address: '8payee', amount: '1', fee: '0.1', created_at: 1 };
    await store.insert({
      transaction: { tx_hash: 'paid', bytes: 'ab', tx_key: null, fee: '0.1', created_at: 1 },
      sends: [{ ...send, idempotency_key: 'payout', tx_hash: 'paid' }],
      keyImages: ['image'],
    });
    const each = [0, 1].map((place) => ({ daemon: daemonAt(place) }) as MoneroNode);
    const nodes = {
      each,
      advance: async () => ({ height, nodes: each }),
      answers: async (asked, ask) => await Promise.all(asked.map(ask)),
    } satisfies Partial<MoneroNodes> as unknown as MoneroNodes;
    monitor = createMonitorSends({ store, nodes, finalAfter: FINAL });
    stateOf = createSendStates({ store, nodes, nativeSlug: 'xmr', finalAfter: FINAL });
    return () => database.destroy();
  });

  it.each([[[0]], [[1]]])('stays pending while node %j hides it, and is confirmed later', async (liars) => {
    hiding = liars;
    for (; height < MINED_AT + 2 * FINAL; height += 1) await monitor();
    expect(await stateOf('payout')).toMatchObject({ state: 'pending' });
    hiding = [];
    await monitor();
    expect(await stateOf('payout')).toMatchObject({ state: 'confirmed', confirmations: 2 * FINAL + 1 });
    expect(await store.listUnsettled()).toEqual([]);
  });

  it('fails when every node hides it for long, until a node includes it', async () => {
    hiding = [0, 1];
    for (; height < MINED_AT + FINAL; height += 1) await monitor();
    expect(await stateOf('payout')).toMatchObject({ state: 'failed' });
    hiding = [1];
    await expect(stateOf('payout')).rejects.toThrow(SendUndecidedError);
    hiding = [];
    expect(await stateOf('payout')).toMatchObject({ state: 'confirmed' });
  });
});

import { expect, it } from 'vitest';
import { ChainUnavailableError, SendUndecidedError, type ChainGateway } from '../ports/chain/chainGateway.ts';
import { createNetworkReads } from './networkReads.ts';

/** A network that answers its probes or not. Each read moves the clock. */
function startReads({ isUp = true, readMs = 0 } = {}) {
  const state = { now: 0, probes: 0, calls: 0 };
  const gateway = {
    networkSlug: 'tron',
    probe: async () => {
      state.probes += 1;
      if (!isUp) throw new ChainUnavailableError('down');
      return { height: 1 };
    },
  } as ChainGateway;
  const reads = createNetworkReads({ gateways: new Map([['tron', gateway]]), now: () => state.now });
  const read = async (subject: string, error: Error | null): Promise<string> =>
    await reads
      .call('tron', subject, async () => {
        state.calls += 1;
        state.now += readMs;
        if (error) throw error;
        return 'read';
      })
      .catch((thrown: Error) => thrown.message);
  return { state, read };
}

const reverted = new ChainUnavailableError('reverted');

it('reads a coin that keeps failing three times, and every other coin', async () => {
  const { state, read } = startReads();
  for (let time = 0; time < 5; time += 1) expect(await read('usdt', reverted)).toBe('reverted');
  expect([state.calls, await read('trx', null)]).toEqual([3, 'read']);
});

it('does not read a network again that does not answer', async () => {
  const { state, read } = startReads({ isUp: false });
  expect([await read('usdt', reverted), await read('trx', null), state.calls, state.probes]).toEqual([
    'reverted',
    'reverted',
    1,
    1,
  ]);
});

it('waits at most five minutes and one read for a network', async () => {
  const { state, read } = startReads({ readMs: 100_000 });
  for (const coin of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await read(coin, reverted);
  expect(state).toMatchObject({ calls: 4, now: 400_000 });
});

it('does not blame the network when its nodes disagree about one send', async () => {
  const { state, read } = startReads({ isUp: false });
  const undecided = new SendUndecidedError('undecided');
  expect([await read('usdt', undecided), await read('usdt', null), state.probes]).toEqual(['undecided', 'read', 0]);
});

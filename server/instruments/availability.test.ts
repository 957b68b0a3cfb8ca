import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createAvailability } from './availability.ts';
import { loadCatalogue } from './loadCatalogue.ts';

const catalogue = loadCatalogue();

function create(networks = ['bitcoin', 'tron', 'ethereum']) {
  const down = new Set<string>();
  const silent = new Set<string>();
  const paused = new Set<string>();
  const gateways = new Map(
    networks.map((slug) => [
      slug,
      {
        probe: async () => {
          if (down.has(slug)) throw new Error('down');
          if (silent.has(slug)) await new Promise(() => undefined);
          return { height: 1 };
        },
      },
    ]),
  );
  const availability = createAvailability({
    catalogue,
    gateways,
    log: pino({ level: 'silent' }),
    pauses: { isPaused: (instrument, network) => paused.has(instrument) || paused.has(network) },
    timeoutMs: 20,
    intervalMs: 10,
  });
  return { availability, down, silent, paused };
}

describe('availability', () => {
  it('is there for networks with a gateway, and not configured for the others, fiat money and unknown slugs', () => {
    const { availability } = create();
    expect(availability.stateOf('btc')).toEqual({ active: true });
    for (const slug of ['xmr', 'usd', 'nope']) {
      expect(availability.stateOf(slug)).toEqual({ active: false, reason: 'NOT_CONFIGURED' });
    }
  });

  it('pauses what lives on a network that twice did not answer, and nothing else', async () => {
    const { availability, down } = create();
    let changes = 0;
    availability.onChange(() => (changes += 1));
    down.add('tron');
    await availability.probe();
    expect(availability.stateOf('usdttrc20')).toEqual({ active: true });
    await availability.probe();
    expect(availability.stateOf('usdttrc20')).toEqual({ active: false, reason: 'NETWORK_UNAVAILABLE' });
    expect(availability.stateOf('trx')).toEqual({ active: false, reason: 'NETWORK_UNAVAILABLE' });
    expect(availability.stateOf('usdterc20')).toEqual({ active: true });
    await availability.probe();
    down.clear();
    await availability.probe();
    expect(availability.stateOf('usdttrc20')).toEqual({ active: true });
    expect(changes).toBe(2);
  });

  it('does not wait for a network that says nothing', async () => {
    const { availability, silent } = create();
    silent.add('ethereum');
    await availability.probe();
    await availability.probe();
    expect(availability.stateOf('eth')).toMatchObject({ reason: 'NETWORK_UNAVAILABLE' });
    expect(availability.stateOf('btc')).toEqual({ active: true });
  });

  it('takes an operator at his word, with his reason before the network’s', async () => {
    const { availability, paused, down } = create();
    paused.add('btc');
    paused.add('tron');
    down.add('tron');
    await availability.probe();
    await availability.probe();
    for (const slug of ['btc', 'trx']) expect(availability.stateOf(slug)).toEqual({ active: false, reason: 'MAINTENANCE' });
    paused.clear();
    await availability.probe();
    expect(availability.stateOf('btc')).toEqual({ active: true });
    expect(availability.stateOf('trx')).toMatchObject({ reason: 'NETWORK_UNAVAILABLE' });
  });

  it('watches by itself once started', async () => {
    const { availability, down } = create();
    const stop = await availability.start();
    down.add('bitcoin');
    await expect.poll(() => availability.stateOf('btc').active).toBe(false);
    down.clear();
    await expect.poll(() => availability.stateOf('btc').active).toBe(true);
    stop();
  });
});

import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { InactiveReason } from '../../contract/schemas/instruments.ts';
import { createAvailability, requireSide } from './availability.ts';
import { loadCatalogue } from './loadCatalogue.ts';

const catalogue = loadCatalogue();

const OPEN = { active: true, send: { active: true }, receive: { active: true } };
const closedFor = (reason: InactiveReason) => ({
  active: false,
  send: { active: false, reason },
  receive: { active: false, reason },
});

function create(networks = ['bitcoin', 'tron', 'ethereum']) {
  const down = new Set<string>();
  const silent = new Set<string>();
  /** "slug side" → the operator's reason; the slug of an instrument or a network */
  const closed = new Map<string, InactiveReason>();
  const congested = new Set<string>();
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
    closures: [
      { reasonFor: () => null },
      { reasonFor: (slug, network, side) => closed.get(`${slug} ${side}`) ?? closed.get(`${network} ${side}`) ?? null },
    ],
    hasHighFees: (slug) => congested.has(slug),
    timeoutMs: 20,
    intervalMs: 10,
  });
  return { availability, down, silent, closed, congested };
}

describe('availability', () => {
  it('is active with a gateway, and NOT_CONFIGURED for other networks, fiat and unknown slugs', () => {
    const { availability } = create();
    expect(availability.stateOf('btc')).toEqual(OPEN);
    for (const slug of ['xmr', 'usd', 'nope']) expect(availability.stateOf(slug)).toEqual(closedFor('NOT_CONFIGURED'));
  });

  it('closes receiving at high network fees, except for customers who accept the fee', async () => {
    const { availability, closed, congested, down } = create();
    const btc = catalogue.instruments.get('btc') ?? expect.fail();
    congested.add('btc');
    await availability.probe();
    expect(availability.stateOf('btc').send).toEqual({ active: true });
    expect(() => requireSide(availability, btc, 'receive')).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ reason: 'NETWORK_CONGESTED' }) }),
    );
    expect(() => requireSide(availability, btc, 'receive', true)).not.toThrow();
    closed.set('btc receive', 'NETWORK_CONGESTED');
    await availability.probe();
    expect(() => requireSide(availability, btc, 'receive', true)).toThrow();
    closed.clear();
    down.add('bitcoin');
    for (let round = 0; round < 2; round += 1) await availability.probe();
    expect(() => requireSide(availability, btc, 'receive', true)).toThrow();
  });

  it('pauses only the instruments of a network that failed two probes', async () => {
    const { availability, down } = create();
    let changes = 0;
    availability.onChange(() => (changes += 1));
    down.add('tron');
    await availability.probe();
    expect(availability.stateOf('usdttrc20')).toEqual(OPEN);
    await availability.probe();
    expect(availability.stateOf('usdttrc20')).toEqual(closedFor('NETWORK_UNAVAILABLE'));
    expect(availability.stateOf('trx')).toEqual(closedFor('NETWORK_UNAVAILABLE'));
    expect(availability.stateOf('usdterc20')).toEqual(OPEN);
    await availability.probe();
    down.clear();
    await availability.probe();
    expect(availability.stateOf('usdttrc20')).toEqual(OPEN);
    expect(changes).toBe(2);
  });

  it('does not wait for a network that does not answer', async () => {
    const { availability, silent } = create();
    silent.add('ethereum');
    await availability.probe();
    await availability.probe();
    expect(availability.stateOf('eth')).toEqual(closedFor('NETWORK_UNAVAILABLE'));
    expect(availability.stateOf('btc')).toEqual(OPEN);
  });

  it('prefers the reason of the operator to that of the network', async () => {
    const { availability, closed, down } = create();
    for (const key of ['btc send', 'btc receive', 'tron send', 'tron receive']) closed.set(key, 'MAINTENANCE');
    down.add('tron');
    await availability.probe();
    await availability.probe();
    for (const slug of ['btc', 'trx']) expect(availability.stateOf(slug)).toEqual(closedFor('MAINTENANCE'));
    closed.clear();
    await availability.probe();
    expect(availability.stateOf('btc')).toEqual(OPEN);
    expect(availability.stateOf('trx')).toEqual(closedFor('NETWORK_UNAVAILABLE'));
  });

  it('closes one side and names it in the error', async () => {
    const { availability, closed } = create();
    const seen = availability.stateOf('eth');
    closed.set('eth receive', 'NO_RESERVE');
    await availability.probe();
    expect(availability.stateOf('eth')).toEqual({
      active: true,
      send: { active: true },
      receive: { active: false, reason: 'NO_RESERVE' },
    });
    const eth = { slug: 'eth', currencyTitle: 'ETH' };
    expect(() => requireSide(availability, eth, 'send')).not.toThrow();
    expect(() => requireSide(availability, eth, 'receive')).toThrow(
      expect.objectContaining({
        code: 'ERR_PAIR_NOT_ACTIVE',
        details: { instrumentSlug: 'eth', slug: 'eth', side: 'receive', reason: 'NO_RESERVE' },
      }),
    );
    closed.clear();
    await availability.probe();
    expect(availability.stateOf('eth')).toBe(seen);
  });

  it('probes periodically once started', async () => {
    const { availability, down } = create();
    const stop = await availability.start();
    down.add('bitcoin');
    await expect.poll(() => availability.stateOf('btc').active).toBe(false);
    down.clear();
    await expect.poll(() => availability.stateOf('btc').active).toBe(true);
    stop();
  });
});

import { expect, test } from 'vitest';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { inactiveOn, stoppedSideOf } from './inactiveSide.ts';

test('closes the send side of an instrument that can only be received, with its reason', () => {
  const instrument = sampleInstrument('btc', {
    activeToSend: false,
    activeToReceive: true,
    sendInactiveReason: 'NETWORK_CONGESTED',
  });
  expect(inactiveOn(instrument, 'send')).toEqual({ reason: 'NETWORK_CONGESTED' });
  expect(inactiveOn(instrument, 'receive')).toBeNull();
});

test('closes both sides for a host that does not distinguish them', () => {
  const instrument = sampleInstrument('btc', { isActive: false, inactiveReason: 'MAINTENANCE' });
  expect(inactiveOn(instrument, 'send')).toEqual({ reason: 'MAINTENANCE' });
  expect(inactiveOn(instrument, 'receive')).toEqual({ reason: 'MAINTENANCE' });
  expect(inactiveOn(sampleInstrument('btc', { isActive: false }), 'send')).toEqual({ reason: null });
});

test('returns the stopped side of a refusal only with side and reason', () => {
  const refusal = (details?: Record<string, unknown>) => ({ code: 'ERR_PAIR_NOT_ACTIVE', details });
  expect(stoppedSideOf(refusal({ side: 'receive', reason: 'NO_RESERVE' }))).toEqual({ side: 'receive', reason: 'NO_RESERVE' });
  for (const details of [undefined, {}, { side: 'receive' }, { side: 'up', reason: 'NO_RESERVE' }, { side: 'send', reason: 5 }]) {
    expect(stoppedSideOf(refusal(details))).toBeNull();
  }
  expect(stoppedSideOf({ code: 'ERR_BAD_REQUEST', details: { side: 'send', reason: 'MAINTENANCE' } })).toBeNull();
  expect(stoppedSideOf(null)).toBeNull();
});

import { expect, test } from 'vitest';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { inactiveOn, stoppedSideOf } from './inactiveSide.ts';

test('an instrument that can only be received is closed on the other side, with its reason', () => {
  const instrument = sampleInstrument('btc', {
    activeToSend: false,
    activeToReceive: true,
    sendInactiveReason: 'NETWORK_CONGESTED',
  });
  expect(inactiveOn(instrument, 'send')).toEqual({ reason: 'NETWORK_CONGESTED' });
  expect(inactiveOn(instrument, 'receive')).toBeNull();
});

test('a host that knows no sides closes both', () => {
  const instrument = sampleInstrument('btc', { isActive: false, inactiveReason: 'MAINTENANCE' });
  expect(inactiveOn(instrument, 'send')).toEqual({ reason: 'MAINTENANCE' });
  expect(inactiveOn(instrument, 'receive')).toEqual({ reason: 'MAINTENANCE' });
  expect(inactiveOn(sampleInstrument('btc', { isActive: false }), 'send')).toEqual({ reason: null });
});

test('a refusal says which side stopped the pair only when it says both', () => {
  const refusal = (details?: Record<string, unknown>) => ({ code: 'ERR_PAIR_NOT_ACTIVE', details });
  expect(stoppedSideOf(refusal({ side: 'receive', reason: 'NO_RESERVE' }))).toEqual({ side: 'receive', reason: 'NO_RESERVE' });
  for (const details of [undefined, {}, { side: 'receive' }, { side: 'up', reason: 'NO_RESERVE' }, { side: 'send', reason: 5 }]) {
    expect(stoppedSideOf(refusal(details))).toBeNull();
  }
  expect(stoppedSideOf({ code: 'ERR_BAD_REQUEST', details: { side: 'send', reason: 'MAINTENANCE' } })).toBeNull();
  expect(stoppedSideOf(null)).toBeNull();
});

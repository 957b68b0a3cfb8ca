import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { loadTestMessages } from '../../../tests/support/samples/messages.ts';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { describeCoin } from './describeCoin.ts';

const { formatMessage } = createIntl({ locale: 'en', messages: await loadTestMessages('en') });
const reasonOn = (side: 'send' | 'receive', instrument = sampleInstrument('btc')) =>
  describeCoin(instrument, { side, otherSlug: 'eth', formatMessage }).unavailableReason;

test('closes a receive-only coin on the send side with its reason', () => {
  const coin = sampleInstrument('btc', { activeToSend: false, activeToReceive: true, sendInactiveReason: 'NETWORK_CONGESTED' });
  expect(reasonOn('send', coin)).toBe('Network congested right now');
  expect(reasonOn('receive', coin)).toBeUndefined();
});

test('shows an unknown reason as a pause', () => {
  expect(reasonOn('send', sampleInstrument('btc', { isActive: false }))).toBe('Paused');
});

test('closes the coin of the other side regardless of its own reason', () => {
  expect(reasonOn('send', sampleInstrument('eth', { isActive: false, inactiveReason: 'MAINTENANCE' }))).toBe(
    'Already on the other side',
  );
});

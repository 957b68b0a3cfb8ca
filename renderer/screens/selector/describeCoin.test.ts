import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { loadTestMessages } from '../../../tests/support/samples/messages.ts';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { describeCoin } from './describeCoin.ts';

const { formatMessage } = createIntl({ locale: 'en', messages: await loadTestMessages('en') });
const reasonOn = (side: 'send' | 'receive', instrument = sampleInstrument('btc')) =>
  describeCoin(instrument, { side, otherSlug: 'eth', formatMessage }).unavailableReason;

test('a coin that can only be received is closed on the side that sends, and says why', () => {
  const coin = sampleInstrument('btc', { activeToSend: false, activeToReceive: true, sendInactiveReason: 'NETWORK_CONGESTED' });
  expect(reasonOn('send', coin)).toBe('Network congested right now');
  expect(reasonOn('receive', coin)).toBeUndefined();
});

test('a reason that is not known yet is told as a pause', () => {
  expect(reasonOn('send', sampleInstrument('btc', { isActive: false }))).toBe('Paused');
});

test('the coin of the other side is closed before any reason of its own', () => {
  expect(reasonOn('send', sampleInstrument('eth', { isActive: false, inactiveReason: 'MAINTENANCE' }))).toBe(
    'Already on the other side',
  );
});

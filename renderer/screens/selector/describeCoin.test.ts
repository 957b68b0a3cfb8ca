import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import type { Instrument } from '../../../contract/api/instruments.ts';
import { loadTestMessages } from '../../../tests/support/samples/messages.ts';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { describeCoin } from './describeCoin.ts';

const { formatMessage } = createIntl({ locale: 'en', messages: await loadTestMessages('en') });
const rowOn = (side: 'send' | 'receive', instrument = sampleInstrument('btc')) =>
  describeCoin(instrument, { side, otherSlug: 'eth', locale: 'en', formatMessage });
const reasonOn = (...choice: Parameters<typeof rowOn>) => rowOn(...choice).unavailableReason;

test('closes a receive-only coin on the send side with its reason', () => {
  const coin = sampleInstrument('btc', { activeToSend: false, activeToReceive: true, sendInactiveReason: 'NETWORK_CONGESTED' });
  expect(reasonOn('send', coin)).toBe('Network congested right now');
  expect(reasonOn('receive', coin)).toBeUndefined();
});

test('shows an unknown reason as a pause', () => {
  expect(reasonOn('send', sampleInstrument('btc', { isActive: false }))).toBe('Paused');
});

test('says that the coin of the other side swaps the two, unless it is closed', () => {
  const closed = sampleInstrument('eth', { isActive: false, inactiveReason: 'MAINTENANCE' });
  expect(rowOn('send', sampleInstrument('eth')).detail).toBe('Ethereum · swaps the two coins');
  expect(reasonOn('send', closed)).toBe('Network under maintenance');
});

test('names the standard of tokens only', () => {
  const detailOf = (instrument: Instrument) => rowOn('receive', instrument).detail;
  expect(detailOf(sampleInstrument('usdttrc20'))).toBe('Tether · TRC20');
  const ofNetwork = { networkTitle: 'ERC20', contractAddress: null };
  expect(detailOf(sampleInstrument('eth', { ...ofNetwork, slug: 'other' }))).toBe('Ethereum');
  expect(detailOf(sampleInstrument('usdttrc20', { networkTitle: 'TRON' }))).toBe('Tether');
});

test('shows the network fee of the side with two decimals, rounded up', () => {
  const coin = sampleInstrument('btc', { payoutFeeUsd: '1.204', collectionFeeUsd: '0' });
  expect(rowOn('receive', coin)).toMatchObject({ aside: '$1.21', asideLabel: 'network fee', asideDetail: '≈ 10 min' });
  expect(rowOn('send', coin).aside).toBe('$0.00');
  expect(rowOn('receive').aside).toBe('≈ 10 min');
});

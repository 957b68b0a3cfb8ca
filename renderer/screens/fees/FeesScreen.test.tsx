import { FEES_FEATURE } from '../../../contract/features.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';

const host = (features: string[]): Answers => ({
  'service.health': () => ({ status: 'OK', host: { features, sandbox: false, brand: 'Causeway' } }),
  'service.fees': () => ({
    platformFeePercent: '0.5',
    fixedPremiumPercent: '0.75',
    minimumUsd: '10',
    maximumFeeSharePercent: '10',
    maximumUsd: '50000',
    fixedMaximumUsd: '20000',
  }),
  'instruments.list': () => [
    sampleInstrument('btc', { payoutFeeUsd: '1.021', collectionFeeUsd: '1.14' }),
    sampleInstrument('usdttrc20', { payoutFeeUsd: '1.9', collectionFeeUsd: '3.999' }),
  ],
});

test('shows service fees, limits and network fees with the numbers of the host', async () => {
  await renderPage('/fees', host([FEES_FEATURE]));
  await screen.findByRole('heading', { level: 1, name: 'Fees and limits' });
  const details = screen.getAllByRole('definition').map((detail) => detail.textContent);
  expect(details).toEqual(['0.5\u00a0%', 'at least 1.25\u00a0%', '$10', '$50,000', '$20,000']);
  const rows = () => screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows().slice(1)).toEqual([
    ['Bitcoin', '$1.03', '$1.14', '–', '–'],
    ['TRON', '–', '–', '$1.90', '$4.00'],
  ]);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a network' }), 'tro');
  expect(rows().slice(1)).toEqual([['TRON', '–', '–', '$1.90', '$4.00']]);
});

test('asks a host that publishes no fees for none', async () => {
  const { fake } = await renderPage('/fees', host([]));
  expect(await screen.findByText('This exchange publishes no list of its fees')).toBeTruthy();
  expect(fake.callsOf('service.fees')).toEqual([]);
});

import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import type { LatestOrders } from '../../../../contract/api/orders.ts';
import { createApp } from '../../../createApp.tsx';
import type { LocaleCode } from '../../../../contract/paths/locales.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { createFakePlatform, type Answers } from '../../../../tests/support/browser/fakePlatform.ts';
import { loadTestMessages } from '../../../../tests/support/samples/messages.ts';
import { sampleInstrument } from '../../../../tests/support/samples/sampleInstruments.ts';
import { HowItWorks } from './HowItWorks.tsx';
import { LatestExchanges } from './LatestExchanges.tsx';
import { loadSections } from './loadSections.ts';
import { Questions } from './Questions.tsx';

const NOW = Date.parse('2026-11-20T14:00:00.000Z');

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const exchanged: LatestOrders = [
  {
    instrumentFromSlug: 'btc',
    instrumentToSlug: 'usdttrc20',
    currencyFrom: 'BTC',
    currencyTo: 'USDT',
    amountFrom: '0.05',
    amountTo: '3480',
    completedAt: '2026-11-20T13:58:00.000Z',
  },
];

async function show(answers: Answers, { locale = 'en', load = true }: { locale?: LocaleCode; load?: boolean } = {}) {
  const { platform } = createFakePlatform(answers);
  const messages = await loadTestMessages(locale);
  const { stores, Providers } = createApp({
    platform,
    locale,
    messages,
    loadMessages: loadTestMessages,
    clock: { now: () => Date.now() },
    theme: null,
    buildId: 'test',
    snapshot: null,
  });
  exchangeGroup(stores);
  stores.instruments.remember([sampleInstrument('usdttrc20')]);
  if (load) await loadSections(stores);
  render(
    <Providers>
      <MemoryRouter>
        <LatestExchanges />
        <HowItWorks />
        <Questions />
      </MemoryRouter>
    </Providers>,
  );
  return stores;
}

test('shows coins, amounts, network and time of a completed exchange and links to its pair', async () => {
  const stores = await show({ 'orders.latest': () => exchanged });
  const row = within(screen.getByRole('table', { name: 'Recent exchanges' })).getAllByRole('row')[1];
  expect(row?.textContent?.replaceAll('\u00a0', ' ')).toMatch(/0\.05 BTC.*3,480 USDT TRON.*2 min ago/);
  expect(screen.getByRole('link', { name: /Exchange BTC to USDT/ }).getAttribute('href')).toBe('/exchange-btc-usdttrc20');
  // The snapshot contains the instruments of the rows.
  expect(stores.instruments.shown).toEqual(['btc', 'usdttrc20']);
});

test('formats the section in Russian', async () => {
  await show({ 'orders.latest': () => exchanged }, { locale: 'ru' });
  const row = within(screen.getByRole('table', { name: 'Последние обмены' })).getAllByRole('row')[1];
  expect(row?.textContent?.replaceAll('\u00a0', ' ')).toMatch(/0,05 BTC.*3 480 USDT TRON.*2 мин назад/);
});

test('shows an empty state without exchanges and placeholder rows while loading', async () => {
  await show({ 'orders.latest': () => [] });
  expect(screen.getByText('No exchange has been completed here yet.')).toBeTruthy();
  cleanup();
  await show({}, { load: false });
  const section = screen.getByRole('region', { name: 'Recent exchanges' });
  expect(section.getAttribute('aria-busy')).toBe('true');
  expect(within(section).getAllByRole('row')).toHaveLength(9);
});

test.each([
  ['en', /the memo if the page shows one/, /made for (this|your) order alone/],
  ['ru', /и с memo, если он там указан/, /только для (этой|вашей) заявки/],
] as const)('where the deposit goes is true of shared addresses too: %s', async (locale, said, untrue) => {
  await show({ 'orders.latest': () => [] }, { locale });
  expect(screen.getByText(said)).toBeTruthy();
  expect(screen.queryByText(untrue)).toBeNull();
});

test('opens an answer to every question', async () => {
  await show({ 'orders.latest': () => [] });
  const answers = within(screen.getByRole('region', { name: 'Questions and answers' })).getAllByRole('group');
  expect(answers).toHaveLength(7);
  for (const answer of answers) expect(answer.textContent?.length).toBeGreaterThan(120);
  expect(within(screen.getByRole('region', { name: 'How it works' })).getAllByRole('listitem')).toHaveLength(3);
});

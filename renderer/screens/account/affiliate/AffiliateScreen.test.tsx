import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../../contract/errors.ts';
import { ACCOUNTS_FEATURE, AFFILIATES_FEATURE, WITHDRAWALS_FEATURE } from '../../../../contract/features.ts';
import type { Answers } from '../../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { sampleAccruals, sampleProgram, sampleStatistics } from '../../../../tests/support/samples/sampleEarnings.ts';
import { sampleAccount } from '../../../../tests/support/samples/sampleAccount.ts';

const ANSWERS: Answers = {
  'service.health': () => ({
    status: 'OK',
    host: { features: [ACCOUNTS_FEATURE, AFFILIATES_FEATURE, WITHDRAWALS_FEATURE], sandbox: false, brand: 'Causeway' },
  }),
  'users.accountData': () => sampleAccount,
  'affiliates.program': () => sampleProgram,
  'affiliates.balances': () => ({
    balances: [{ currencyTitle: 'USDT', networkTitle: 'TRC20', slug: 'usdttrc20', amount: '312.489', expectedAmount: '3.5' }],
  }),
  'affiliates.statistics': ({ period = '30d' }) => ({ ...sampleStatistics, period }),
  'affiliates.accruals': () => sampleAccruals,
};

async function show(answers: Answers = {}, locale: 'en' | 'ru' = 'en') {
  const path = locale === 'en' ? '/profile/affiliate-program' : '/ru/profile/affiliate-program';
  const page = await renderPage(path, { ...ANSWERS, ...answers }, { locale, prepare: ({ stores }) => stores.session.begin() });
  await screen.findByRole('heading', { level: 1, name: locale === 'en' ? 'Affiliate programme' : 'Партнёрская программа' });
  return page;
}

test('copies the link with the main code, in the language of the page', async () => {
  const { fake } = await show({}, 'ru');
  fireEvent.click(screen.getByRole('button', { name: 'Копировать ссылку' }));
  expect(fake.copied).toEqual(['https://causeway.example/ru?ref=7kq2m8wd']);
  expect(screen.getByRole('img', { name: /QR-код ссылки/ })).toBeTruthy();
});

test('shows figures with their change, and what is still to come', async () => {
  await show();
  const figures = within(screen.getByRole('region', { name: 'Figures' }));
  expect(figures.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '40',
    '+100 % compared with the previous 30 days',
    '2',
    '5 % of clicks',
    '9.14\u00a0USDT',
    '−23.7 % compared with the previous 30 days',
    '312.48\u00a0USDT',
    'Withdraw3.50 USDT still to come',
  ]);
  expect(figures.getByRole('img', { name: /Earnings per day from Nov 16 to Nov 22, at most 9.14 USDT/ })).toBeTruthy();
});

test('names no share of clicks when people exchanged more often than they clicked', async () => {
  await show({ 'affiliates.statistics': ({ period = '30d' }) => ({ ...sampleStatistics, period, clicks: 1, orders: 4 }) });
  expect(screen.queryByText(/of clicks/)).toBeNull();
});

test('loads another period, and offers a retry when that fails', async () => {
  let isDown = true;
  const { fake } = await show({
    'affiliates.statistics': ({ period = '30d' }) => {
      if (period === '90d' && isDown) throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'down');
      return { ...sampleStatistics, period };
    },
  });
  await userEvent.click(screen.getByRole('radio', { name: '90 days' }));
  await screen.findByText(/could not be loaded. Your earnings are safe/);
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Last 90 days' });
  expect(fake.callsOf('affiliates.statistics').map(({ input }) => input)).toEqual([
    { period: '30d' },
    { period: '90d' },
    { period: '90d' },
  ]);
});

test('creates a code, and says why a code is refused', async () => {
  let isFull = true;
  const { fake } = await show({
    'affiliates.createCode': ({ name }) => {
      if (isFull) throw new ApiError('ERR_NOT_ACCEPTABLE', 'too many');
      return { code: 'newcode2', name, isMain: false, createdAt: '2026-11-22T00:00:00.000Z' };
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'New code' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Create the code' }));
  expect(dialog.getByText(/Enter a name/)).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Video');
  await userEvent.click(dialog.getByRole('button', { name: 'Create the code' }));
  await dialog.findByText(/You have 20 codes/);
  isFull = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Create the code' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(fake.callsOf('affiliates.createCode').at(-1)?.input).toEqual({ name: 'Video' });
});

test('adds the next earnings below, and saves all of them as CSV', async () => {
  const [first] = sampleAccruals.items;
  if (!first) throw new Error('The sample has no items.');
  const { fake } = await show({
    'affiliates.accruals': ({ cursor }) =>
      cursor === undefined
        ? sampleAccruals
        : { items: [{ ...first, accrualId: 'second', code: null }], total: 2, nextCursor: null },
  });
  expect(screen.getByText('1 of 2')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('2 of 2');
  expect(screen.getByRole('cell', { name: 'API key' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }));
  await vi.waitFor(() => expect(fake.saved).toHaveLength(1));
  expect(fake.saved[0]?.text.split('\r\n')).toEqual([
    '\u{FEFF}completed,from,to,code,fee_usdt,earned_usdt',
    '2026-11-22T09:24:00.000Z,btc,usdttrc20,b3xhe5nq,12.87166,5.148664',
    '2026-11-22T09:24:00.000Z,btc,usdttrc20,,12.87166,5.148664',
    '',
  ]);
});

test('gives material to embed with the escaped link', async () => {
  const { fake } = await show();
  await userEvent.click(screen.getByRole('button', { name: 'Material to embed' }));
  await userEvent.click(screen.getByRole('button', { name: 'Copy the HTML of the text link' }));
  expect(fake.copied).toEqual(['<a href="https://causeway.example/?ref=7kq2m8wd">Exchange crypto at Causeway</a>']);
  await userEvent.click(screen.getByRole('button', { name: 'Save the banner' }));
  expect(fake.saved[0]?.mediaType).toBe('image/svg+xml');
});

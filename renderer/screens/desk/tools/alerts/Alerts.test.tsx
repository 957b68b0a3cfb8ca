import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { RateAlert } from '../../../../../contract/schemas/trading.ts';
import { deskShell } from '../../deskShell.ts';
import { WORKING_HOST } from '../../../../../tests/support/browser/exchangeStores.ts';
import { createFakeTrading } from '../../../../../tests/support/browser/fakeTrading.ts';
import { renderPage } from '../../../../../tests/support/browser/renderPage.tsx';

const ALERT: RateAlert = {
  id: 'alert-1234',
  from: 'btc',
  to: 'usdttrc20',
  kind: 'above',
  value: '92000',
  isKept: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  baseRate: null,
  firedAt: null,
};

async function show({ alerts = [], locale = 'en' }: { alerts?: RateAlert[]; locale?: 'en' | 'ru' } = {}) {
  const trading = createFakeTrading({ alerts });
  const path = '/exchange-btc-usdttrc20?amount=0.05';
  const page = await renderPage(locale === 'en' ? path : `/ru${path}`, WORKING_HOST, {
    services: trading.services,
    shell: deskShell,
    locale,
  });
  await screen.findByRole('heading', { level: 1 });
  const user = userEvent.setup();
  const dialogOf = async () => within(await screen.findByRole('dialog', { name: /BTC \/ USDT/ }));
  return { ...page, ...trading, user, dialogOf };
}

test('sets an alert by keyboard alone', async () => {
  const { user, dialogOf, alertsOf } = await show();
  await user.keyboard('a');
  const dialog = await dialogOf();
  await dialog.findByText(/^The rate now is/);
  await user.keyboard('93500');
  await dialog.findByText(/% above the rate now/);
  await user.keyboard('{Enter}');
  await waitFor(async () =>
    expect(await alertsOf()).toMatchObject([{ from: 'btc', to: 'usdttrc20', kind: 'above', value: '93500', isKept: false }]),
  );
  await screen.findByText('The alert is set.');
});

test('refuses a rate that is reached already, and no rate', async () => {
  const { user, dialogOf, alertsOf } = await show();
  await user.keyboard('a');
  const dialog = await dialogOf();
  await dialog.findByText(/^The rate now is/);
  await user.click(dialog.getByRole('button', { name: 'Set the alert' }));
  await dialog.findByText('Enter the rate at which to alert you.');
  await user.type(dialog.getByRole('textbox'), '60000');
  await user.click(dialog.getByRole('button', { name: 'Alert me above 60,000' }));
  await dialog.findByText(/The rate has already reached this value/);
  expect(await alertsOf()).toEqual([]);
});

test('reads a rate as the language writes it', async () => {
  const { user, dialogOf, alertsOf } = await show({ locale: 'ru' });
  await user.keyboard('a');
  const dialog = await dialogOf();
  await user.click(dialog.getByRole('radio', { name: 'Изменение на' }));
  await user.type(dialog.getByRole('textbox'), '2,5{Enter}');
  await waitFor(async () => expect(await alertsOf()).toMatchObject([{ kind: 'moves', value: '2.5' }]));
});

test('lists all alerts, those of the pair with their distance, and removes one', async () => {
  const { user, dialogOf, alertsOf } = await show({ alerts: [ALERT, { ...ALERT, id: 'alert-5678', from: 'eth' }] });
  await user.keyboard('a');
  const dialog = await dialogOf();
  await dialog.findByText('ETH / USDT rises above 92,000');
  await dialog.findByText(/^\d+\.\d\d % away$/);
  await user.click(dialog.getByRole('button', { name: 'Remove the alert: BTC / USDT rises above 92,000' }));
  await waitFor(async () => expect(await alertsOf()).toHaveLength(1));
  expect(dialog.queryByText('BTC / USDT rises above 92,000')).toBeNull();
});

test('shows in the window that an alert has fired', async () => {
  const { fireAlert } = await show();
  act(() => fireAlert({ alert: ALERT, rate: '92001.5' }));
  await screen.findByText(/^BTC \/ USDT is at 92,001\.5\d*\. Your alert: rises above 92,000\.$/);
});

test('takes a letter that is typed into a field for text', async () => {
  const { user } = await show();
  await user.click(await screen.findByRole('textbox', { name: 'Your USDT address on TRON' }));
  await user.keyboard('a');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('changes an alert of another pair, and keeps its end', async () => {
  const other: RateAlert = { ...ALERT, id: 'alert-5678', from: 'eth', value: '99000', expiresAt: '2026-12-24T12:00:00.000Z' };
  const { user, alertsOf } = await show({ alerts: [ALERT, other] });
  await user.keyboard('a');
  const edit = await screen.findByRole('button', { name: 'Change the alert: ETH / USDT rises above 99,000' });
  await user.click(edit);
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the alert for ETH / USDT' }));
  const field = dialog.getByRole<HTMLInputElement>('textbox');
  await user.clear(field);
  await user.type(field, '99500');
  await user.click(dialog.getByRole('radio', { name: 'Always' }));
  await user.click(dialog.getByRole('button', { name: 'Save the alert' }));
  await waitFor(async () =>
    expect(await alertsOf()).toMatchObject([
      ALERT,
      { id: 'alert-5678', from: 'eth', value: '99500', isKept: true, expiresAt: other.expiresAt },
    ]),
  );
});

test('removes a new alert after a week if the customer chooses so', async () => {
  const { user, dialogOf, alertsOf, stores } = await show();
  await user.keyboard('a');
  const dialog = await dialogOf();
  await dialog.findByText(/^The rate now is/);
  await user.type(dialog.getByRole('textbox'), '93500');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Remove the alert' }), 'After a week');
  await user.click(dialog.getByRole('button', { name: 'Alert me above 93,500' }));
  await waitFor(async () => expect(await alertsOf()).toHaveLength(1));
  const [set] = await alertsOf();
  expect(Math.round((Date.parse(set?.expiresAt ?? '') - stores.clock.now()) / 86_400_000)).toBe(7);
});

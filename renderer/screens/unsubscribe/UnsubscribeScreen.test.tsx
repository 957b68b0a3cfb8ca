import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { findOrderMail, saveOrderMail } from '../../stores/order/orderMails.ts';
import { ApiError } from '../../../contract/errors.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';

vi.stubGlobal('scrollTo', () => undefined);
afterEach(cleanup);

const TOKEN = 'abcdefghijklmnopqrstu_';

test('nothing ends before the button is pressed', async () => {
  const { fake } = await renderPage(`/unsubscribe#${TOKEN}`, { 'orders.endNotifications': () => ({}) });
  const button = await screen.findByRole('button', { name: 'Stop the e-mails' });
  expect(fake.callsOf('orders.endNotifications')).toHaveLength(0);
  fireEvent.click(button);
  expect(await screen.findByText('Done. No more e-mails about this order will come.')).toBeTruthy();
  expect(fake.callsOf('orders.endNotifications')[0]?.input).toEqual({ token: TOKEN });
});

test('the link of a code asks about codes', async () => {
  const { fake } = await renderPage(`/unsubscribe#not-me-${TOKEN}`, { 'orders.endNotifications': () => ({}) });
  fireEvent.click(await screen.findByRole('button', { name: 'Send me no codes' }));
  expect(await screen.findByText('Done. No codes will come to this address for four weeks.')).toBeTruthy();
  expect(fake.callsOf('orders.endNotifications')[0]?.input).toEqual({ token: TOKEN });
});

test('the device forgets which address the ended mails went to, and no other', async () => {
  const mine = { orderId: 'a', email: 'ann@example.org', unsubscribeToken: TOKEN };
  const other = { ...mine, orderId: 'b', unsubscribeToken: 'other' };
  const { fake } = await renderPage(
    `/unsubscribe#${TOKEN}`,
    { 'orders.endNotifications': () => ({}) },
    { prepare: ({ fake: { platform } }) => [mine, other].forEach((record) => saveOrderMail(platform.storage, record)) },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Stop the e-mails' }));
  await screen.findByText('Done. No more e-mails about this order will come.');
  expect(findOrderMail(fake.platform.storage, 'a')).toBeNull();
  expect(findOrderMail(fake.platform.storage, 'b')).toEqual(other);
});

test('the link of another mail in the same tab has its own button', async () => {
  const { router, fake } = await renderPage(`/unsubscribe#${TOKEN}`, { 'orders.endNotifications': () => ({}) });
  fireEvent.click(await screen.findByRole('button', { name: 'Stop the e-mails' }));
  await screen.findByText('Done. No more e-mails about this order will come.');
  await router.navigate(`/unsubscribe#${TOKEN.toUpperCase()}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Stop the e-mails' }));
  await screen.findByText('Done. No more e-mails about this order will come.');
  expect(fake.callsOf('orders.endNotifications')).toHaveLength(2);
});

test('a host that does not answer can be asked again', async () => {
  let isSilent = true;
  await renderPage(
    `/ru/unsubscribe#${TOKEN}`,
    {
      'orders.endNotifications': () =>
        isSilent ? Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'No answer')) : Promise.resolve({}),
    },
    { locale: 'ru' },
  );
  const button = await screen.findByRole('button', { name: 'Больше не писать' });
  fireEvent.click(button);
  expect(await screen.findByText('Сервис не ответил. Попробуйте ещё раз.')).toBeTruthy();
  isSilent = false;
  fireEvent.click(button);
  expect(await screen.findByText('Готово. Писем об этой заявке больше не будет.')).toBeTruthy();
});

test('a link that lost its end says so', async () => {
  await renderPage('/unsubscribe#abc');
  expect(await screen.findByText('This link is not complete. Open the one at the end of the e-mail.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Stop the e-mails' })).toBeNull();
});

import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findOrderMail, saveOrderMail } from '../../stores/deviceOrders/orderMails.ts';
import { ApiError } from '../../../contract/errors.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';

const TOKEN = 'abcdefghijklmnopqrstu_';

test('ends the subscription only when the button is pressed', async () => {
  const { fake } = await renderPage(`/unsubscribe#${TOKEN}`, { 'orders.endNotifications': () => ({}) });
  const button = await screen.findByRole('button', { name: 'Stop the e-mails' });
  expect(fake.callsOf('orders.endNotifications')).toHaveLength(0);
  fireEvent.click(button);
  expect(await screen.findByText('Done. We will send no more e-mails about this order.')).toBeTruthy();
  expect(fake.callsOf('orders.endNotifications')[0]?.input).toEqual({ token: TOKEN });
});

test('asks about codes when the link comes from a code e-mail', async () => {
  const { fake } = await renderPage(`/unsubscribe#not-me-${TOKEN}`, { 'orders.endNotifications': () => ({}) });
  fireEvent.click(await screen.findByRole('button', { name: 'Stop the codes' }));
  expect(await screen.findByText('Done. We will send no codes to this address for four weeks.')).toBeTruthy();
  expect(fake.callsOf('orders.endNotifications')[0]?.input).toEqual({ token: TOKEN });
});

test('deletes only the ended subscription from this device', async () => {
  const mine = { orderId: 'a', email: 'ann@example.org', unsubscribeToken: TOKEN };
  const other = { ...mine, orderId: 'b', unsubscribeToken: 'other' };
  const { fake } = await renderPage(
    `/unsubscribe#${TOKEN}`,
    { 'orders.endNotifications': () => ({}) },
    { prepare: ({ fake: { platform } }) => [mine, other].forEach((record) => saveOrderMail(platform.storage, record)) },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Stop the e-mails' }));
  await screen.findByText('Done. We will send no more e-mails about this order.');
  expect(findOrderMail(fake.platform.storage, 'a')).toBeNull();
  expect(findOrderMail(fake.platform.storage, 'b')).toEqual(other);
});

test('shows the button again for a link from another e-mail in the same tab', async () => {
  const { router, fake } = await renderPage(`/unsubscribe#${TOKEN}`, { 'orders.endNotifications': () => ({}) });
  fireEvent.click(await screen.findByRole('button', { name: 'Stop the e-mails' }));
  await screen.findByText('Done. We will send no more e-mails about this order.');
  await router.navigate(`/unsubscribe#${TOKEN.toUpperCase()}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Stop the e-mails' }));
  await screen.findByText('Done. We will send no more e-mails about this order.');
  expect(fake.callsOf('orders.endNotifications')).toHaveLength(2);
});

test('allows a retry when the host does not answer', async () => {
  let isSilent = true;
  await renderPage(
    `/ru/unsubscribe#${TOKEN}`,
    {
      'orders.endNotifications': () =>
        isSilent ? Promise.reject(new ApiError('ERR_SERVICE_UNAVAILABLE', 'No answer')) : Promise.resolve({}),
    },
    { locale: 'ru' },
  );
  const button = await screen.findByRole('button', { name: 'Отключить письма' });
  fireEvent.click(button);
  expect(await screen.findByText('Сейчас не получилось. Попробуйте ещё раз.')).toBeTruthy();
  isSilent = false;
  fireEvent.click(button);
  expect(await screen.findByText('Готово. Больше не будем писать об этой заявке.')).toBeTruthy();
});

test('reports an incomplete link', async () => {
  await renderPage('/unsubscribe#abc');
  expect(await screen.findByText('This link is incomplete. Open the link at the end of the e-mail.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Stop the e-mails' })).toBeNull();
});

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../../../contract/errors.ts';
import type { SystemNotifications } from '../../../../contract/platform.ts';
import type { Answers } from '../../../../tests/support/browser/fakePlatform.ts';
import { renderPage, type Rendered } from '../../../../tests/support/browser/renderPage.tsx';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrder, sampleOrders } from '../../../../tests/support/samples/sampleOrder.ts';

const PATH = `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
const TOKEN = 't'.repeat(22);

const host = (...features: string[]): Answers => ({
  'service.health': () => ({ status: 'OK', host: { features, sandbox: false, brand: 'Causeway' } }),
});

function open(answers: Answers = {}, options: Parameters<typeof renderPage>[2] = {}) {
  const path = options.locale === 'ru' ? `/ru${PATH}` : PATH;
  return renderPage(path, { 'orders.publicInfo': () => sampleOrder(), ...host('order-mail'), ...answers }, options);
}

function shell(permission: 'granted' | 'denied') {
  const shown: string[] = [];
  let state: 'default' | 'granted' | 'denied' = 'default';
  const systemNotifications: SystemNotifications = {
    permission: () => state,
    ask: () => Promise.resolve((state = permission)),
    show: ({ title }) => {
      shown.push(title);
      return true;
    },
  };
  return { systemNotifications, shown };
}

/** The part of the card about one way to be informed. */
function way(card: ReturnType<typeof within>, title: string) {
  const item = card.getByRole('heading', { name: title }).closest('li');
  if (!item) throw new Error(`There is no ${title}`);
  return within(item);
}

const card = async () => within(await screen.findByRole('region', { name: 'Stay informed' }));

test('subscribes an address with its code, and unsubscribes it', async () => {
  const { fake } = await open({
    'orders.notify': () => ({}),
    'orders.confirmNotifications': ({ code }) =>
      code === 'XK4M-7PQ2'
        ? { unsubscribeToken: TOKEN }
        : Promise.reject(new ApiError('ERR_VALIDATION', 'Wrong', { field: 'code', code: 'notify.mail.wrongCode' })),
    'orders.endNotifications': () => ({}),
  });
  const notify = await card();
  fireEvent.click(way(notify, 'E-mail').getByRole('button', { name: 'Turn on' }));
  const address = await notify.findByRole('textbox', { name: 'Your e-mail' });
  await waitFor(() => expect(document.activeElement).toBe(address));
  fireEvent.change(address, { target: { value: 'ann' } });
  fireEvent.click(notify.getByRole('button', { name: 'Send the code' }));
  expect(await notify.findByText('This isn’t a valid e-mail address.')).toBeTruthy();
  expect(fake.callsOf('orders.notify')).toHaveLength(0);
  fireEvent.change(address, { target: { value: 'a nn+swap@example.org' } });
  fireEvent.click(notify.getByRole('checkbox', { name: /Mail will go to annswap@example\.org/ }));
  fireEvent.click(notify.getByRole('button', { name: 'Send the code' }));

  const code = await notify.findByRole('textbox', { name: 'Code from the e-mail' });
  expect(fake.callsOf('orders.notify')[0]?.input).toMatchObject({ email: 'annswap@example.org', locale: 'en' });
  fireEvent.click(notify.getByRole('button', { name: 'Confirm' }));
  expect(await notify.findByText('Enter the code from the e-mail')).toBeTruthy();
  fireEvent.change(code, { target: { value: 'AAAA-AAAA' } });
  fireEvent.click(notify.getByRole('button', { name: 'Confirm' }));
  expect(await notify.findByText(/This code is wrong or has expired/)).toBeTruthy();
  fireEvent.change(code, { target: { value: 'XK4M-7PQ2' } });
  fireEvent.click(notify.getByRole('button', { name: 'Confirm' }));
  expect(await notify.findByText('annswap@example.org')).toBeTruthy();

  fireEvent.click(way(notify, 'E-mail').getByRole('button', { name: 'Turn off' }));
  expect(await way(notify, 'E-mail').findByRole('button', { name: 'Turn on' })).toBeTruthy();
  expect(fake.callsOf('orders.endNotifications')[0]?.input).toEqual({ token: TOKEN });
});

test('asks for permission on a tap, and notifies while the page is hidden', async () => {
  const { systemNotifications, shown } = shell('granted');
  const { fake, stores } = await open(host(), { services: { systemNotifications }, locale: 'ru' });
  const notify = within(await screen.findByRole('region', { name: 'Будьте в курсе' }));
  fireEvent.click(await way(notify, 'Этот браузер').findByRole('button', { name: 'Включить' }));
  expect(await notify.findByText('Включено, пока открыта эта страница')).toBeTruthy();
  fake.setVisible(false);
  act(() => stores.order.take(sampleOrders.confirming()));
  expect(shown).toEqual(['Уведомления включены', 'Подтверждения: 1 из 2']);
  const again = within(await screen.findByRole('region', { name: 'Будьте в курсе' }));
  fireEvent.click(way(again, 'Этот браузер').getByRole('button', { name: 'Отключить' }));
  expect(await way(again, 'Этот браузер').findByRole('button', { name: 'Включить' })).toBeTruthy();
});

test('notifies about each notice once', async () => {
  const { systemNotifications } = shell('granted');
  const bodies: string[] = [];
  const show: SystemNotifications['show'] = ({ title, body }) => bodies.push(`${title}: ${body}`) > 0;
  const { fake, stores } = await open(host(), { services: { systemNotifications: { ...systemNotifications, show } } });
  fireEvent.click(way(await card(), 'This browser').getByRole('button', { name: 'Turn on' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  stores.order.take(sampleOrders.payingOut());
  fake.setVisible(false);
  const say = (reason: 'PAYOUT_HELD' | 'EXTRA_DEPOSIT' | null) =>
    stores.order.take({ ...sampleOrders.payingOut(), attention: reason && { reason, actions: ['CONTACT'], deadline: null } });
  say('PAYOUT_HELD');
  say(null);
  say('PAYOUT_HELD');
  say('EXTRA_DEPOSIT');
  const claimed = { txHash: 'abcdef•••1234', state: 'REJECTED' } as const;
  stores.order.take({ ...sampleOrders.payingOut(), claims: [claimed] });
  expect(bodies.slice(1)).toEqual([
    expect.stringMatching(/^Order \S+: A person checks this payout before it leaves/),
    expect.stringMatching(/^Order \S+: Another payment arrived$/),
    expect.stringMatching(/^Order \S+: .*abcdef•••1234.* does not belong to this order/),
  ]);
});

test('explains how to undo a denied permission', async () => {
  const { systemNotifications } = shell('denied');
  await open({}, { services: { systemNotifications } });
  const notify = await card();
  fireEvent.click(way(notify, 'This browser').getByRole('button', { name: 'Turn on' }));
  expect(await notify.findByText(/Notifications are blocked for this site/)).toBeTruthy();
});

test('offers nothing when the order has ended', async () => {
  await open({ 'orders.publicInfo': () => sampleOrders.completed() });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('region', { name: 'Stay informed' })).toBeNull();
});

test('opens a known order from an e-mail link, and asks for the address of an unknown one', async () => {
  const known = { prepare: ({ stores }: Pick<Rendered, 'stores'>) => stores.deviceOrders.record(sampleOrder()) };
  const answers: Answers = { 'orders.publicInfo': () => sampleOrder() };
  const { router } = await renderPage(`/order/${SAMPLE_ORDER_ID}`, answers, known);
  expect(await screen.findByRole('heading', { name: /^Send exactly/ })).toBeTruthy();
  expect(router.state.location.search).toBe(`?destinationAddress=${SAMPLE_DESTINATION}`);
  cleanup();
  const another = await renderPage(`/order/${'x'.repeat(22)}`, answers, known);
  expect(await screen.findByRole('textbox')).toBeTruthy();
  expect(another.router.state.location.search).toBe('');
});

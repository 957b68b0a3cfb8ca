import { STATUS_FEATURE } from '../../../contract/features.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Status } from '../../../contract/api/service.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { SystemNotifications } from '../../../contract/platform.ts';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { statusGroup } from '../../stores/StatusStore.ts';

const tron = { slug: 'tron', friendlyTitle: 'TRON' };
const WORKING: Status = {
  serverTime: '2026-11-20T14:00:00.000Z',
  components: [
    ...['api', 'exchange', 'prices', 'orders'].map((id) => ({ id, state: 'OK' as const })),
    { id: 'network:tron', state: 'OK', network: tron },
  ],
  notice: null,
  incidents: [],
};
const host = (status: Status | ApiError, features: string[] = [STATUS_FEATURE]): Answers => ({
  'service.health': () => ({ status: 'OK', host: { features, sandbox: false, brand: 'Causeway' } }),
  'service.status': () => {
    if (status instanceof ApiError) throw status;
    return status;
  },
});

test('says that everything works', async () => {
  await renderPage('/status', host(WORKING));
  expect(await screen.findByText('Everything works')).toBeTruthy();
  expect(screen.getByText('Nothing.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Tell me when it works' })).toBeNull();
  const footer = screen.getByRole('navigation', { name: 'Footer' });
  expect(within(footer).getByRole('link', { name: 'Status' }).getAttribute('aria-current')).toBe('page');
  expect(within(footer).getByRole('link', { name: 'API' }).getAttribute('href')).toBe('/api/docs');
});

test('names what does not work, what it means for orders, and when it began', async () => {
  await renderPage(
    '/status',
    host({
      ...WORKING,
      components: [
        { id: 'exchange', state: 'DOWN' },
        { id: 'network:tron', state: 'DOWN', reason: 'NETWORK_UNAVAILABLE', network: tron },
      ],
      notice: 'Back at noon.',
      incidents: [
        { component: 'network:tron', network: tron, state: 'DOWN', startedAt: '2026-11-20T13:50:00.000Z', endedAt: null },
        { component: 'prices', state: 'DOWN', startedAt: '2026-11-19T08:00:00.000Z', endedAt: '2026-11-19T08:04:00.000Z' },
      ],
    }),
  );
  expect(await screen.findByText('2 parts don’t work')).toBeTruthy();
  expect(screen.getByText('Back at noon.')).toBeTruthy();
  expect(screen.getByText(/Deposits and payouts on it wait until it answers/)).toBeTruthy();
  const happened = within(screen.getByRole('region', { name: 'What happened' }));
  const [first, second] = happened.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toMatch(/TRONDown, for 10 min so far$/);
  expect(second).toMatch(/Market pricesDown, for 4 min$/);
});

test('says that the exchange can not be reached, and where the money is', async () => {
  await renderPage('/status', host(new ApiError('ERR_SERVICE_UNAVAILABLE', 'down')));
  expect(await screen.findByText('The exchange can’t be reached')).toBeTruthy();
  expect(screen.getByText(/Deposits that you have sent are not lost/)).toBeTruthy();
});

test('has no link to the status of a host that publishes none, and says so on the page', async () => {
  const { fake } = await renderPage('/status', host(WORKING, []));
  expect(await screen.findByText('This exchange publishes no status')).toBeTruthy();
  expect(fake.callsOf('service.status')).toEqual([]);
  const footer = screen.getByRole('navigation', { name: 'Footer' });
  expect(within(footer).queryByRole('link', { name: 'Status' })).toBeNull();
  expect(within(footer).queryByRole('link', { name: 'API' })).toBeNull();
});

test('tells the customer who asked for it when everything works again', async () => {
  const shown: { title: string }[] = [];
  let permission: 'default' | 'granted' = 'default';
  const systemNotifications: SystemNotifications = {
    permission: () => permission,
    ask: () => Promise.resolve((permission = 'granted')),
    show: (notification) => shown.push(notification) > 0,
  };
  const now = { status: { ...WORKING, components: [{ id: 'prices', state: 'LIMITED' }] } as Status };
  const answers = { ...host(WORKING), 'service.status': () => now.status };
  const { stores } = await renderPage('/status', answers, { services: { systemNotifications } });
  await userEvent.click(await screen.findByRole('button', { name: 'Tell me when it works' }));
  expect(await screen.findByText(/Leave this page open/)).toBeTruthy();
  const { status } = statusGroup(stores);
  await status.load();
  expect(shown).toEqual([]);
  now.status = WORKING;
  await status.load();
  expect(shown).toMatchObject([{ title: 'Everything works' }]);
});

import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { ApiKey } from '../../../../contract/api/apiKeys.ts';
import { ApiError } from '../../../../contract/errors.ts';
import { ACCOUNTS_FEATURE, API_KEYS_FEATURE } from '../../../../contract/features.ts';
import type { Answers } from '../../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { sampleAccount } from '../../../../tests/support/samples/sampleAccount.ts';

const user = userEvent.setup();
const SECRET = 'x'.repeat(43);
const keyOf = (changes: Partial<ApiKey> = {}): ApiKey => ({
  apiId: 'cw_5TzQe8Lr0PNaU4w81mab',
  name: 'Shop checkout',
  whiteListIp: ['185.12.4.0/24'],
  isActive: true,
  createdAt: '2026-11-20T12:00:00.000Z',
  lastUsedAt: null,
  ordersCount: 0,
  ...changes,
});

/** The keys that the fake host has. */
let stored: ApiKey[];
beforeEach(() => {
  stored = [];
});

async function open(answers: Answers = {}) {
  const page = await renderPage(
    '/profile/keys',
    {
      'service.health': () => ({
        status: 'OK',
        host: { features: [ACCOUNTS_FEATURE, API_KEYS_FEATURE], sandbox: false, brand: 'Causeway' },
      }),
      'users.accountData': () => ({
        ...sampleAccount,
        userId: 7,
        email: 'anna@example.com',
        provenUntil: '2126-11-20T12:00:00.000Z',
      }),
      'apiKeys.list': () => ({ apiKeys: stored }),
      'apiKeys.generate': ({ name = '', whiteListIp = [] }) => ({ apiKey: keyOf({ name, whiteListIp }), secret: SECRET }),
      'apiKeys.update': ({ apiId, ...changes }) => ({ ...keyOf(), ...stored.find((one) => one.apiId === apiId), ...changes }),
      'apiKeys.delete': () => ({}),
      ...answers,
    },
    { prepare: ({ stores }) => stores.session.begin() },
  );
  await screen.findByRole('heading', { name: 'API keys', level: 1 });
  return page;
}
const button = (name: string) => screen.getByRole('button', { name });

test('creates a key, and keeps its secret on screen until it is stored', async () => {
  const { fake } = await open();
  expect(screen.getByText('No API keys yet')).toBeTruthy();
  await user.click(button('New key'));
  await user.click(button('Enter a name'));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Shop checkout');
  await user.type(screen.getByRole('textbox', { name: 'Allowed from' }), '185.12.4.0/24{Enter}10.0.0.0/40');
  expect(screen.queryByText(/Line 2/)).toBeNull();
  await user.click(button('Correct line 2'));
  expect(screen.getByText('Line 2: a range ends in /0 to /32')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Allowed from' }), '{Backspace}{Backspace}8{Enter}');
  await user.click(button('Create the key'));

  await screen.findByRole('dialog', { name: 'Copy the secret now' });
  expect(fake.callsOf('apiKeys.generate').map(({ input }) => input)).toEqual([
    { name: 'Shop checkout', whiteListIp: ['185.12.4.0/24', '10.0.0.0/8'] },
  ]);
  await user.click(button('Copy the secret'));
  await user.click(button('Save as a file'));
  expect([fake.copied, fake.saved[0]?.text.includes(SECRET)]).toEqual([[SECRET], true]);
  await user.keyboard('{Escape}');
  await user.click(button('Tick when it is stored'));
  expect(screen.getByText(SECRET)).toBeTruthy();
  await user.click(screen.getByRole('checkbox'));
  await user.click(button('Done'));
  expect(screen.queryByText(SECRET)).toBeNull();
  expect(screen.getByRole('rowheader', { name: /Shop checkout/ })).toBeTruthy();
});

test('shows each key with its addresses and use, and switches it off', async () => {
  stored = [
    keyOf({ lastUsedAt: new Date(Date.now() - 120_000).toISOString(), ordersCount: 212 }),
    keyOf({ apiId: 'cw_b', whiteListIp: [] }),
  ];
  const { fake } = await open();
  const [, first, second] = screen.getAllByRole('row');
  if (!first || !second) throw new Error('The table has no rows');
  expect(within(first).getByText('2 min ago, 212 orders')).toBeTruthy();
  expect([within(second).getByText('any address'), within(second).getByText('never used')]).toHaveLength(2);
  await user.click(within(first).getByRole('switch', { name: 'Shop checkout works' }));
  await waitFor(() => expect(within(first).getByRole('switch').getAttribute('aria-checked')).toBe('false'));
  expect(fake.callsOf('apiKeys.update')[0]?.input).toEqual({ apiId: stored[0]?.apiId, isActive: false });
});

test('changes a key, and deletes it only after a confirmation', async () => {
  stored = [keyOf()];
  const { fake, stores } = await open();
  await user.click(button('Change Shop checkout'));
  await user.clear(screen.getByRole('textbox', { name: 'Allowed from' }));
  await user.click(button('Save'));
  await waitFor(() => expect(screen.getByText('any address')).toBeTruthy());
  await user.click(button('Change Shop checkout'));
  await user.click(button('Delete the key'));
  expect(fake.callsOf('apiKeys.delete')).toEqual([]);
  await user.click(button('Delete'));
  await screen.findByText('No API keys yet');
  expect(stores.notifications.list).toMatchObject([{ kind: 'success', message: 'key_page_delete_key_success', lastsMs: 3_000 }]);
});

test('keeps the dialog and says so when a change fails, and is silent when the customer does not confirm', async () => {
  stored = [keyOf()];
  let code: 'ERR_INTERNAL_SERVER_ERROR' | 'ERR_SECOND_FACTOR_REQUIRED' = 'ERR_SECOND_FACTOR_REQUIRED';
  const { stores } = await open({
    'apiKeys.delete': () => {
      throw new ApiError(code, 'refused');
    },
  });
  await user.click(button('Change Shop checkout'));
  await user.click(button('Delete the key'));
  await user.click(button('Delete'));
  await waitFor(() => expect(stores.stepUp.isOpen).toBe(true));
  act(() => stores.stepUp.finish(false));
  await waitFor(() => expect(button('Delete').getAttribute('aria-busy')).not.toBe('true'));
  expect(stores.notifications.list).toEqual([]);
  code = 'ERR_INTERNAL_SERVER_ERROR';
  await user.click(button('Delete'));
  await waitFor(() =>
    expect(stores.notifications.list).toMatchObject([{ kind: 'error', message: 'main_error', lastsMs: 3_000 }]),
  );
  expect(screen.getByRole('dialog', { name: 'Delete “Shop checkout”?' })).toBeTruthy();
});

test('says that the keys could not be loaded, and loads them again', async () => {
  let isDown = true;
  stored = [keyOf()];
  await open({
    'apiKeys.list': () => {
      if (isDown) throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'down');
      return { apiKeys: stored };
    },
  });
  expect(screen.getByRole('alert').textContent).toContain('They keep working');
  isDown = false;
  await user.click(button('Try again'));
  expect(await screen.findByRole('rowheader', { name: /Shop checkout/ })).toBeTruthy();
});

test('explains why no key can be added when there are twenty', async () => {
  stored = Array.from({ length: 20 }, (_none, index) => keyOf({ apiId: `cw_${index}` }));
  await open();
  await user.click(button('New key'));
  expect(screen.getByText(/You have 20 keys/)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createFakePlatform } from '../tests/support/browser/fakePlatform.ts';
import { loadTestMessages } from '../tests/support/samples/messages.ts';
import { createApp } from './createApp.tsx';
import type { LoadMessages } from './i18n/messages.ts';
import { TextsFor } from './TextsFor.tsx';

test('says that texts did not load, and loads them again', async () => {
  const loadMessages = vi.fn<LoadMessages>().mockRejectedValueOnce(new Error('Status 503')).mockImplementation(loadTestMessages);
  const { Providers } = createApp({
    platform: createFakePlatform().platform,
    clock: { now: () => 0 },
    locale: 'en',
    messages: await loadTestMessages('en'),
    loadMessages,
    theme: null,
    buildId: 'test',
    snapshot: null,
  });
  render(
    <Providers>
      <TextsFor part="fiat" fallback="Loading">
        The part
      </TextsFor>
    </Providers>,
  );
  expect(screen.getByText('Loading')).toBeTruthy();
  expect((await screen.findByRole('alert')).textContent).toContain('did not load');
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('The part')).toBeTruthy();
});

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AppStores } from '../../stores/createAppStores.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { load } from './NotFoundScreen.tsx';

const ask = async (path: string, isSignedIn: boolean): Promise<unknown> => {
  const stores = { session: { isSignedIn } } as AppStores;
  const request = new Request(`https://causeway.example${path}`);
  return await load(stores, { request } as Parameters<typeof load>[1]).catch((error: unknown) => error);
};

it('shows guests the error page at the address of the console, as at any unknown one', async () => {
  await renderPage('/console/orders');
  expect(await screen.findByText('Page Not Found: /console/orders')).toBeTruthy();
});

it('asks the host again for the console once the session is known', async () => {
  for (const path of ['/console', '/ru/console/orders?q=1']) {
    const answer = (await ask(path, true)) as Response;
    expect([answer.status, answer.headers.get('location')]).toEqual([302, path]);
    // The whole page is loaded, not a page of this app.
    expect(answer.headers.get('x-remix-reload-document')).toBe('true');
  }
});

it('asks for nothing else again', async () => {
  for (const [path, isSignedIn] of [
    ['/console', false],
    ['/consoles', true],
    ['/nothing', true],
  ] as const) {
    expect(((await ask(path, isSignedIn)) as Response).status).toBe(404);
  }
});

import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createApp } from '../../../renderer/createApp.tsx';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import { createRoutes, type Shell } from '../../../renderer/routes.tsx';
import { siteShell } from '../../../renderer/screens/shell/siteShell.ts';
import { exchangeGroup } from '../../../renderer/stores/exchange/exchangeGroup.ts';
import { orderGroup } from '../../../renderer/stores/order/orderGroup.ts';
import { createFakePlatform, type Answers, type Services } from './fakePlatform.ts';
import { loadTestMessages } from '../samples/messages.ts';

const HEALTH: NonNullable<Answers['service.health']> = () => ({
  status: 'OK',
  host: { features: ['quote-id', 'order-token', 'subscription-id', 'history'], sandbox: false, brand: 'Causeway' },
});

/**
 * The whole app at an address, on a fake platform: what a customer would see there, without a browser. Calls without an
 * answer fail as a silent host does.
 */
export async function renderPage(
  path: string,
  answers: Answers = {},
  {
    locale = 'en',
    signingKeys = [],
    services = {},
    shell = siteShell,
    prepare,
  }: {
    locale?: LocaleCode;
    signingKeys?: readonly string[];
    /** Optional services of the shell. */
    services?: Services;
    shell?: Shell;
    prepare?: (app: Pick<Rendered, 'fake' | 'stores'>) => void | Promise<void>;
  } = {},
) {
  const fake = createFakePlatform({ 'service.health': HEALTH, ...answers }, services);
  const app = createApp({
    platform: fake.platform,
    clock: { now: () => Date.now() },
    locale,
    messages: await loadTestMessages(locale),
    loadMessages: loadTestMessages,
    theme: null,
    buildId: 'test',
    signingKeys,
    snapshot: null,
  });
  const { getContext, Providers } = app;
  // For tests that read the form or the order.
  const stores = orderGroup(exchangeGroup(app.stores));
  await stores.health.check();
  await prepare?.({ fake, stores });
  const routes = createRoutes({ claimReload: stores.updates.claimReload, ...shell });
  // Renders nothing until the code and data of the page have loaded. On a host, the server has already rendered the page.
  const router = createMemoryRouter(
    routes.map((route) => ({ ...route, HydrateFallback: () => null })),
    {
      getContext,
      initialEntries: [path],
    },
  );
  const view = render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { ...view, router, stores, fake };
}

export type Rendered = Awaited<ReturnType<typeof renderPage>>;

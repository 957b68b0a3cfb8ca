import { page } from '../../pageRoute.ts';
import type { Shell } from '../../routes.tsx';
import { Layout } from './Layout.tsx';

const SSR = import.meta.env.SSR;

/** The frame and the exchange pages of the website. */
export const siteShell: Shell = {
  Layout,
  exchangePages: [
    page('/', SSR && 'home/HomeScreen.tsx', () => import('../home/HomeScreen.tsx')),
    // "/exchange-{pair}": the router has no partial segments, so the screen's loader rejects other paths as not found.
    page('/:exchangePair', SSR && 'exchange/ExchangeScreen.tsx', () => import('../exchange/ExchangeScreen.tsx')),
  ],
};

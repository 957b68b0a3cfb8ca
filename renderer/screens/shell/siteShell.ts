import { screen } from '../../pageRoute.ts';
import type { Shell } from '../../routes.tsx';
import { Layout } from './Layout.tsx';

const SSR = import.meta.env.SSR;

/** The frame and the exchange screens of the website. */
export const siteShell: Shell = {
  Layout,
  screens: {
    home: screen(SSR && 'home/HomeScreen.tsx', () => import('../home/HomeScreen.tsx')),
    exchange: screen(SSR && 'exchange/ExchangeScreen.tsx', () => import('../exchange/ExchangeScreen.tsx')),
  },
};

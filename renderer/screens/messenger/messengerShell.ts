import { screen } from '../../pageRoute.ts';
import type { Shell } from '../../routes.tsx';
import { MessengerLayout } from './MessengerLayout.tsx';

/** The frame and the exchange screens of the mini-app, which no server renders. */
export const messengerShell: Shell = {
  Layout: MessengerLayout,
  screens: {
    home: screen(false, () => import('../home/HomeScreen.tsx')),
    exchange: screen(false, () => import('../exchange/ExchangeScreen.tsx')),
  },
};

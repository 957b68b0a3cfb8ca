import { screen } from '../../pageRoute.ts';
import type { Shell } from '../../routes.tsx';
import { DeskLayout } from './DeskLayout.tsx';

/** The frame and the exchange screens of the desktop window, which no server renders. */
export const deskShell: Shell = {
  Layout: DeskLayout,
  screens: {
    home: screen(false, async () => (await import('./exchange/DeskExchange.tsx')).homeScreen),
    exchange: screen(false, async () => (await import('./exchange/DeskExchange.tsx')).pairScreen),
  },
};

import { page } from '../../pageRoute.ts';
import type { Shell } from '../../routes.tsx';
import { DeskLayout } from './DeskLayout.tsx';

/** The frame and the exchange pages of the desktop window, which no server renders. */
export const deskShell: Shell = {
  Layout: DeskLayout,
  exchangePages: [
    page('/', false, async () => (await import('./exchange/DeskExchange.tsx')).homeScreen),
    page('/:exchangePair', false, async () => (await import('./exchange/DeskExchange.tsx')).pairScreen),
  ],
};

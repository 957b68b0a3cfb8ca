import type { RouteOptions } from '../../routes.tsx';

/** The screens that the desktop window shows instead of those of the website. */
export const deskScreens = {
  '/': async () => (await import('./exchange/DeskExchange.tsx')).homeScreen,
  '/:exchangePair': async () => (await import('./exchange/DeskExchange.tsx')).pairScreen,
} satisfies RouteOptions['screens'];

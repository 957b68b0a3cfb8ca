import type { RouteOptions } from '../../../renderer/routes.tsx';
import { DeskLayout } from '../../../renderer/screens/desk/DeskLayout.tsx';
import { deskScreens } from '../../../renderer/screens/desk/deskScreens.ts';

/** The layout and the screens of the desktop window, for `renderPage`. */
export const deskRoutes = { Layout: DeskLayout, screens: deskScreens } satisfies Partial<RouteOptions>;

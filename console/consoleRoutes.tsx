import type { RouteObject } from 'react-router-dom';
import { Frame } from './frame/Frame.tsx';
import { Missing } from './frame/Missing.tsx';

const screen = (path: string, load: () => Promise<{ Screen: () => React.ReactNode }>): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).Screen }),
});

/** The screens of the console. Each is a file of its own. */
export const createConsoleRoutes = (): RouteObject[] => [
  {
    path: '/',
    element: <Frame />,
    errorElement: <Missing />,
    HydrateFallback: () => null,
    children: [
      {
        errorElement: <Missing />,
        children: [
          { index: true, lazy: async () => ({ Component: (await import('./screens/OverviewScreen.tsx')).Screen }) },
          screen('*', async () => ({ Screen: Missing })),
        ],
      },
    ],
  },
];

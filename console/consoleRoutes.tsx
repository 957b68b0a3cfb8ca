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
          screen('approvals', () => import('./screens/ApprovalsScreen.tsx')),
          screen('orders/:orderId?', () => import('./screens/OrdersScreen.tsx')),
          screen('payments', () => import('./screens/PaymentsScreen.tsx')),
          screen('withdrawals/:sendId', () => import('./screens/WithdrawalScreen.tsx')),
          screen('claims', () => import('./screens/ClaimsScreen.tsx')),
          screen('purchases/:purchaseId?', () => import('./screens/PurchasesScreen.tsx')),
          screen('networks/:network?', () => import('./screens/NetworksScreen.tsx')),
          screen('networks/:network/recovery/:position?', () => import('./screens/RecoveryScreen.tsx')),
          screen('prices', () => import('./screens/PricesScreen.tsx')),
          screen('customers/:customerId?', () => import('./screens/CustomersScreen.tsx')),
          screen('verification/:submissionId?', () => import('./screens/VerificationScreen.tsx')),
          screen('reserves', () => import('./screens/ReservesScreen.tsx')),
          screen('hedging', () => import('./screens/HedgingScreen.tsx')),
          screen('switches', () => import('./screens/SwitchesScreen.tsx')),
          screen('reports', () => import('./screens/ReportsScreen.tsx')),
          screen('books', () => import('./screens/BooksScreen.tsx')),
          screen('audit/:number?', () => import('./screens/AuditScreen.tsx')),
          screen('settings/:name?', () => import('./screens/SettingsScreen.tsx')),
          screen('*', async () => ({ Screen: Missing })),
        ],
      },
    ],
  },
];

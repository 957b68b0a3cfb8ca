import type { OperatorScope } from '../contract/accounts/operatorScopes.ts';
import type { ConsoleOutput } from '../contract/console/routes.ts';
import type { MessageId } from '../renderer/i18n/messages.ts';

/** A screen of the console, in the order of its navigation. */
export interface Section {
  /** Below the base of the console: "/orders" */
  path: string;
  title: MessageId;
  /** G, then this key leads there: the physical key, so that it works in every keyboard layout. */
  key: string;
  icon: string;
  /** Who may see it; missing: every operator */
  scope?: OperatorScope;
  /** How many items of it wait for a person */
  count?: (pulse: ConsoleOutput<'pulse'>) => number;
}

export const SECTIONS = [
  {
    path: '/',
    title: 'console.overview',
    key: 'O',
    icon: 'M4 11.5 12 5l8 6.5M6 10v9.5h12V10M10 19.5v-5h4v5',
    count: ({ waiting }) => (waiting ?? []).reduce((sum, { count }) => sum + count, 0),
  },
  {
    path: '/approvals',
    title: 'console.approvals',
    key: 'A',
    icon: 'm3 13 4 4 8-9M12 17l1 1 8-10',
    count: ({ openApprovals }) => openApprovals,
  },
  {
    path: '/orders',
    title: 'console.orders',
    key: 'R',
    icon: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
    scope: 'orders.read',
  },
  { path: '/payments', title: 'console.payments', key: 'P', icon: 'M12 16V4m0 0L8 8m4-4 4 4M5 16v4h14v-4', scope: 'orders.read' },
  { path: '/claims', title: 'console.claims', key: 'C', icon: 'M12 4v11m0 0-4-4m4 4 4-4M5 16v4h14v-4', scope: 'orders.read' },
  {
    path: '/purchases',
    title: 'console.purchases',
    key: 'F',
    icon: 'M3.500 6h17v12h-17zM3.500 10h17M7 14.500h4',
    scope: 'orders.read',
  },
  {
    path: '/networks',
    title: 'console.networks',
    key: 'N',
    icon: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM3.5 12h17M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
    scope: 'orders.read',
    count: ({ recovery, networks }) => recovery.length + networks.filter(({ isReading }) => !isReading).length,
  },
  { path: '/prices', title: 'console.prices', key: 'I', icon: 'M4 18l5-6 4 3 7-9M16 6h4v4', scope: 'orders.read' },
  {
    path: '/customers',
    title: 'console.customers',
    key: 'U',
    icon: 'M12.5 7.5a3.500 3.500 0 1 1-7 0 3.500 3.500 0 0 1 7 0ZM2.500 20a6.500 6.500 0 0 1 13 0M16 4.300a3.500 3.500 0 0 1 0 6.400M18 14.200a6.500 6.500 0 0 1 3.500 5.800',
    scope: 'customers',
  },
  {
    path: '/verification',
    title: 'console.verification',
    key: 'D',
    icon: 'M3.500 5.500h17v13h-17zM7 15.500a2.500 2.500 0 0 1 5 0M11.300 10.500a1.800 1.800 0 1 1-3.600 0 1.800 1.800 0 0 1 3.600 0ZM15 10h3M15 13.500h3',
    scope: 'identity',
    count: ({ openIdentities }) => openIdentities,
  },
  {
    path: '/reserves',
    title: 'console.reserves',
    key: 'V',
    icon: 'M14 9a5 5 0 1 1-10 0 5 5 0 0 1 10 0ZM13.500 10.500a5 5 0 1 1-4 4',
    scope: 'treasury',
  },
  {
    path: '/hedging',
    title: 'console.hedging',
    key: 'H',
    icon: 'M4 8h14m0 0-4-4m4 4-4 4M20 16H6m0 0 4-4m-4 4 4 4',
    scope: 'treasury',
  },
  {
    path: '/switches',
    title: 'console.switches',
    key: 'S',
    icon: 'M12 4v8M7 6.500a7 7 0 1 0 10 0',
    count: ({ switches }) => switches.length,
  },
  {
    path: '/books',
    title: 'console.books',
    key: 'B',
    icon: 'M6 4h12v16H6zM6 16h12M10 8h4',
    scope: 'treasury',
    count: ({ books }) => (books ? books.alarms + books.notices : 0),
  },
  {
    path: '/reports',
    title: 'console.reports',
    key: 'T',
    icon: 'M4 20h16M7 16v-5M12 16V6M17 16V9',
    scope: 'treasury',
  },
  {
    path: '/settings',
    title: 'console.settings',
    key: 'E',
    icon: 'M4 7h10M18 7h2M4 17h4M12 17h8M16 9V5M10 19v-4',
    scope: 'settings',
  },
  { path: '/audit', title: 'console.audit', key: 'L', icon: 'M6 4h12v16H6zM9 8h6M9 12h6M9 16h3' },
] as const satisfies readonly Section[];

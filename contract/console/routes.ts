import type { None } from '../api/route.ts';
import { get, post, type InputOf, type OutputOf } from '../api/route.ts';
import type * as acts from './acts.ts';
import type * as books from './books.ts';
import type * as hedging from './hedging.ts';
import type * as identity from './identity.ts';
import type * as networks from './networks.ts';
import type * as orders from './orders.ts';
import type * as overview from './overview.ts';
import type * as recovery from './recovery.ts';
import type * as purchases from './purchases.ts';
import type * as reports from './reports.ts';
import type * as search from './search.ts';
import type * as settings from './settings.ts';

const base = '/api/v1/console';

/**
 * The calls of the operators' console (D61). They are a table of their own: neither the customers' client nor openapi.json contains
 * them. Everybody but an operator gets the answer of a route that does not exist.
 */
export const consoleRoutes = {
  session: get<None, overview.ConsoleSession>(`${base}/session`),
  pulse: get<None, overview.Pulse>(`${base}/pulse`),
  waiting: get<overview.WaitingInput, overview.Waiting>(`${base}/waiting`),
  search: get<search.SearchInput, search.Search>(`${base}/search`),
  orders: get<search.OrdersInput, search.Orders>(`${base}/orders`),
  order: get<orders.ConsoleOrderInput, orders.ConsoleOrder>(`${base}/order`),
  withdrawal: get<orders.ConsoleWithdrawalInput, orders.ConsoleWithdrawal>(`${base}/withdrawal`),
  customer: get<orders.ConsoleCustomerInput, orders.ConsoleCustomer>(`${base}/customer`),
  payments: get<orders.PaymentsInput, orders.Payments>(`${base}/payments`),
  claims: get<orders.ClaimsInput, orders.Claims>(`${base}/claims`),
  purchases: get<purchases.PurchasesInput, purchases.Purchases>(`${base}/purchases`),
  purchase: get<purchases.PurchaseInput, purchases.ConsolePurchase>(`${base}/purchase`),
  networks: get<None, networks.Networks>(`${base}/networks`),
  recovery: get<recovery.RecoveryInput, recovery.Recovery>(`${base}/recovery`),
  prices: get<None, networks.Prices>(`${base}/prices`),
  reserves: get<None, networks.Reserves>(`${base}/reserves`),
  hedging: get<None, hedging.Hedging>(`${base}/hedging`),
  profit: get<hedging.ProfitInput, hedging.Profit>(`${base}/profit`),
  switches: get<None, networks.Switches>(`${base}/switches`),
  books: get<None, books.ConsoleBooks>(`${base}/books`),
  speed: get<None, reports.Speed>(`${base}/speed`),
  report: get<reports.ReportInput, reports.Report>(`${base}/report`),
  settings: get<None, settings.Settings>(`${base}/settings`),
  audit: get<books.AuditInput, books.Audit>(`${base}/audit`),
  /** Returns what the filters find as a file, and records who took it. */
  exportAudit: post<books.AuditInput, books.AuditExport>(`${base}/audit/export`),
  approvals: get<None, acts.Approvals>(`${base}/approvals`),
  /** Returns the table of a report as a file, and records who took it. */
  exportReport: post<reports.ReportInput, reports.ReportExport>(`${base}/report/export`),
  identityQueue: get<None, identity.IdentityQueue>(`${base}/identity`),
  /** Opens documents, which is recorded. */
  openIdentity: post<identity.OpenIdentityInput, identity.OpenIdentity>(`${base}/identity/open`),
  /** Says what an act would do, and starts the proof that it needs. Changes nothing. */
  plan: post<acts.PlanInput, acts.PlanOutput>(`${base}/plan`),
  /** Does what was planned, or asks a second operator for it. */
  act: post<acts.ActInput, acts.ActOutput>(`${base}/act`),
  /** Approves the request of another operator, or refuses one. */
  decide: post<acts.DecideInput, acts.DecideOutput>(`${base}/decide`),
} as const;

export type ConsoleCall = keyof typeof consoleRoutes;
export type ConsoleInput<Name extends ConsoleCall> = InputOf<(typeof consoleRoutes)[Name]>;
export type ConsoleOutput<Name extends ConsoleCall> = OutputOf<(typeof consoleRoutes)[Name]>;

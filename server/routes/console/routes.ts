import type { FastifyInstance } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { OperatorScope } from '../../../contract/accounts/operatorScopes.ts';
import * as acts from '../../../contract/console/acts.ts';
import * as books from '../../../contract/console/books.ts';
import { HedgingResponse, ProfitQuery, ProfitResponse } from '../../../contract/console/hedging.ts';
import * as identity from '../../../contract/console/identity.ts';
import * as networks from '../../../contract/console/networks.ts';
import * as orders from '../../../contract/console/orders.ts';
import * as overview from '../../../contract/console/overview.ts';
import * as purchases from '../../../contract/console/purchases.ts';
import { RecoveryQuery, RecoveryResponse } from '../../../contract/console/recovery.ts';
import { consoleRoutes as calls, type ConsoleCall } from '../../../contract/console/routes.ts';
import * as reports from '../../../contract/console/reports.ts';
import * as finding from '../../../contract/console/search.ts';
import { SettingsResponse } from '../../../contract/console/settings.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { Empty } from '../../../contract/schemas/common.ts';
import { actAtConsole, decideAtConsole, planAtConsole } from '../../console/acts.ts';
import { listApprovals } from '../../console/approvals.ts';
import { exportAudit, readAudit } from '../../console/audit.ts';
import { readConsoleBooks } from '../../console/books.ts';
import { readClaims } from '../../console/claims.ts';
import type { ConsoleContext, Operator } from '../../console/context.ts';
import { readConsoleHedging, readConsoleProfit } from '../../console/hedging.ts';
import { openIdentity, readIdentityQueue } from '../../console/identity.ts';
import { readNetworks, readReserves, readSwitches, type NetworkSources } from '../../console/networks.ts';
import { readConsoleCustomer, readConsoleOrder, readConsoleWithdrawal } from '../../console/orders.ts';
import { readPayments } from '../../console/payments.ts';
import { readPrices } from '../../console/prices.ts';
import { readPurchase, readPurchases } from '../../console/purchases.ts';
import { createPulse, type PulseSources } from '../../console/pulse.ts';
import { readConsoleRecovery } from '../../console/recovery.ts';
import { exportReport } from '../../console/reports.ts';
import { presentSettings } from '../../console/settings.ts';
import { readWaiting } from '../../console/waiting.ts';
import { listOrders } from '../../operator/search/listOrders.ts';
import { createSpeed } from '../../reports/createSpeed.ts';
import { readReport } from '../../reports/readReport.ts';
import { search } from '../../operator/search/search.ts';
import type { UnresolvedMonitor } from '../../operator/unresolvedMonitor.ts';
import { answerNotFound } from '../../common/errors.ts';
import { answers, keepPrivate, type RoutePlugin } from '../route.ts';
import { letOperatorsIn, operatorOf, READ_MS, requireReader, type ConsoleAccess } from './access.ts';

/** What the console's calls need */
export interface ConsoleRouteOptions {
  context: ConsoleContext;
  access: ConsoleAccess;
  sources: Omit<PulseSources, 'unresolved'> & NetworkSources;
  /** How long reconciliation may fail to read an object before that is an alarm */
  unreadAlarmMs: number;
  unresolved: Pick<UnresolvedMonitor, 'last' | 'fees'>;
  version: string;
}

/** The calls of the operators' console (D61). */
export const consoleRoutes =
  ({ context, access, sources, unresolved, unreadAlarmMs, version }: ConsoleRouteOptions): RoutePlugin =>
  async (app) => {
    const { now } = context;
    keepPrivate(app);
    app.addHook('onRequest', letOperatorsIn(context, access));
    const pulse = createPulse(context, { ...sources, unresolved: unresolved.last });
    const read = reader(app, now);
    // Unknown routes take the same way, and the same time, as calls that a stranger must not find.
    app.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/api/v1/*',
      schema: { hide: true },
      handler: answerNotFound,
    });

    serveConsole(app, 'session', { output: overview.ConsoleSessionResponse }, async (_input, { customer, scopes }) => ({
      userId: customer.userId,
      email: customer.email ?? '',
      scopes: [...scopes],
      readUntil: customer.secondFactorAt === null ? null : isoTime(customer.secondFactorAt + READ_MS),
      version,
      serverTime: isoTime(now()),
    }));
    read('pulse', null, { output: overview.PulseResponse }, async () => await pulse());
    read(
      'waiting',
      null,
      { input: overview.WaitingQuery, output: overview.WaitingResponse },
      async (query, { scopes }) => await readWaiting(context, scopes, query, unresolved.fees()),
    );
    read(
      'search',
      'orders.read',
      { input: finding.SearchQuery, output: finding.SearchResponse },
      async ({ q }, { scopes }) => await search(context, scopes, q),
    );
    read(
      'orders',
      'orders.read',
      { input: finding.OrdersQuery, output: finding.OrdersResponse },
      async (query) => await listOrders(context, query),
    );
    read('settings', 'settings', { output: SettingsResponse }, async () => await presentSettings(context));
    read(
      'audit',
      null,
      { input: books.AuditQuery, output: books.AuditResponse },
      async (query, operator) => await readAudit(context, operator, query),
    );
    read(
      'exportAudit',
      null,
      { input: books.AuditQuery, output: books.AuditExportResponse },
      async (body, operator) => await exportAudit(context, operator, body),
    );
    read(
      'approvals',
      null,
      { output: acts.ApprovalsResponse },
      async (_input, operator) => await listApprovals(context, operator),
    );

    read(
      'order',
      'orders.read',
      { input: orders.ConsoleOrderQuery, output: orders.ConsoleOrderResponse },
      async ({ orderId }) => await readConsoleOrder(context, orderId, unresolved.fees()),
    );
    read(
      'withdrawal',
      'orders.read',
      { input: orders.ConsoleWithdrawalQuery, output: orders.ConsoleWithdrawalResponse },
      async ({ sendId }) => await readConsoleWithdrawal(context, sendId),
    );
    read(
      'customer',
      'customers',
      { input: orders.ConsoleCustomerQuery, output: orders.ConsoleCustomerResponse },
      async ({ customerId }) => await readConsoleCustomer(context, Number(customerId)),
    );
    read(
      'payments',
      'orders.read',
      { input: orders.PaymentsQuery, output: orders.PaymentsResponse },
      async (query) => await readPayments(context, query),
    );
    read(
      'claims',
      'orders.read',
      { input: orders.ClaimsQuery, output: orders.ClaimsResponse },
      async (query) => await readClaims(context, query),
    );
    read(
      'purchases',
      'orders.read',
      { input: purchases.PurchasesQuery, output: purchases.PurchasesResponse },
      async (query) => await readPurchases(context, query),
    );
    read(
      'purchase',
      'orders.read',
      { input: purchases.PurchaseQuery, output: purchases.PurchaseResponse },
      async (query) => await readPurchase(context, query),
    );
    read('networks', 'orders.read', { output: networks.NetworksResponse }, async () => await readNetworks(context, sources));
    read(
      'recovery',
      'treasury',
      { input: RecoveryQuery, output: RecoveryResponse },
      async (query) => await readConsoleRecovery(context, query),
    );
    read('prices', 'orders.read', { output: networks.PricesResponse }, async () => await readPrices(context, sources));
    read('reserves', 'treasury', { output: networks.ReservesResponse }, async () => await readReserves(context, sources));
    read('hedging', 'treasury', { output: HedgingResponse }, async () => await readConsoleHedging(context, sources));
    read(
      'profit',
      'treasury',
      { input: ProfitQuery, output: ProfitResponse },
      async (query) => await readConsoleProfit(context, query),
    );
    read('switches', null, { output: networks.SwitchesResponse }, async () => await readSwitches(context, sources));
    read('books', 'treasury', { output: books.ConsoleBooksResponse }, async () => await readConsoleBooks(context, unreadAlarmMs));

    read('speed', null, { output: reports.SpeedResponse }, createSpeed(context));
    read(
      'report',
      'treasury',
      { input: reports.ReportQuery, output: reports.ReportResponse },
      async (query) => await readReport(context, query),
    );
    read(
      'exportReport',
      'treasury',
      { input: reports.ReportQuery, output: reports.ReportExportResponse },
      async (body, operator) => await exportReport(context, operator, body),
    );

    read('identityQueue', 'identity', { output: identity.IdentityQueueResponse }, async () => await readIdentityQueue(context));
    read(
      'openIdentity',
      'identity',
      { input: identity.OpenIdentityBody, output: identity.OpenIdentityResponse },
      async (body, operator) => await openIdentity(context, operator, body),
    );

    // The scope is that of the act.
    read(
      'plan',
      null,
      { input: acts.PlanBody, output: acts.PlanResponse },
      async (body, operator) => await planAtConsole(context, operator, body),
    );
    read(
      'act',
      null,
      { input: acts.ActBody, output: acts.ActResponse },
      async (body, operator) => await actAtConsole(context, operator, body),
    );
    read(
      'decide',
      null,
      { input: acts.DecideBody, output: acts.DecideResponse },
      async (body, operator) => await decideAtConsole(context, operator, body),
    );
  };

interface Schemas<Input extends TSchema, Output extends TSchema> {
  input?: Input;
  output: Output;
}
type Handle<Input extends TSchema, Output extends TSchema> = (
  input: Static<Input>,
  operator: Operator,
) => Promise<Static<Output>>;

/**
 * Returns the function that adds a call. Operators need its scope, or one of their own where it is null, and a second factor that was
 * proven within twelve hours.
 */
function reader(app: Pick<FastifyInstance, 'route'>, now: () => number) {
  return <Input extends TSchema = typeof Empty, Output extends TSchema = typeof Empty>(
    name: ConsoleCall,
    scope: OperatorScope | null,
    schemas: Schemas<Input, Output>,
    handle: Handle<Input, Output>,
  ): void => serveConsole(app, name, schemas, handle, (request) => void requireReader(request, scope, now()));
}

/** Adds a call of the console's table. `check` runs before the input is validated. */
function serveConsole<Input extends TSchema = typeof Empty, Output extends TSchema = typeof Empty>(
  app: Pick<FastifyInstance, 'route'>,
  name: ConsoleCall,
  { input, output }: Schemas<Input, Output>,
  handle: Handle<Input, Output>,
  check: (request: Parameters<typeof operatorOf>[0]) => void = () => undefined,
): void {
  const { method, path } = calls[name];
  const isRead = method === 'GET';
  app.route({
    method,
    url: path,
    schema: {
      hide: true,
      ...(isRead ? input && { querystring: input } : { body: input ?? Empty }),
      response: answers(output),
    },
    preParsing: async (request) => check(request),
    handler: async (request) => await handle((isRead ? request.query : request.body) as Static<Input>, operatorOf(request)),
  });
}

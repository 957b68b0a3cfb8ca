import type { AccountFreeze } from '../accounts/freeze/accountFreeze.ts';
import type { AccountEnd } from '../accounts/end/accountEnd.ts';
import type { ApiKeyService } from '../accounts/apiKeys/apiKeyService.ts';
import type { SecondFactorService } from '../accounts/secondFactor/secondFactorService.ts';
import type { AffiliateService } from '../affiliates/affiliateService.ts';
import type { Accounts } from '../accounts/createAccounts.ts';
import type { Database } from '../db/database.ts';
import { presentSigningKeys, type DocumentSigner } from '../guarantee/documentSigner.ts';
import type { IdentityService } from '../identity/identityService.ts';
import type { HealthCheck } from '../health/health.ts';
import type { ServiceStatus } from '../health/serviceStatus.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import type { HistoryService } from '../history/orderHistory.ts';
import type { LiveConnections } from '../live/connection.ts';
import type { Bot } from '../messenger/bot.ts';
import type { OrderMail } from '../mail/orderMail.ts';
import type { Metrics } from '../health/metrics.ts';
import type { OrderService } from '../orders/calls/orderService.ts';
import type { ChainControls } from '../ports/chain/chainControls.ts';
import type { Mailbox } from '../ports/mail/embedded/embeddedMailer.ts';
import type { MarketControls } from '../ports/market/marketControls.ts';
import type { VenueControls } from '../ports/venue/venueControls.ts';
import type { MarketFeed } from '../ports/market/marketFeed.ts';
import type { Pricing } from '../pricing/createPricing.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import { createSandboxIdentities } from '../sandbox/sandboxIdentities.ts';
import { createStatistics } from '../health/statistics.ts';
import { createInstrumentList } from '../instruments/instrumentList.ts';
import { createPairs } from '../instruments/pairs.ts';
import { createSeoDictionary } from '../seo/seoDictionary.ts';
import { accountEndRoutes } from './account/end.ts';
import { accountFreezeRoutes } from './account/freeze.ts';
import { apiKeyRoutes } from './apiKeys.ts';
import { affiliateRoutes } from './affiliates.ts';
import type { LoadContent } from '../content/loadContent.ts';
import { consoleRoutes, type ConsoleRouteOptions } from './console/routes.ts';
import { contentRoutes } from './content.ts';
import { credentialRoutes } from './credentials.ts';
import { desktopSignInRoutes } from './desktopSignIn.ts';
import type { WithdrawalService } from '../withdrawals/withdrawalService.ts';
import type { CardPurchases } from '../fiat/createCardPurchases.ts';
import { feeRoutes } from './fees.ts';
import { fiatRoutes } from './fiat/routes.ts';
import { healthRoutes, type HostAnnouncement } from './health.ts';
import { historyRoutes } from './history.ts';
import { identityRoutes } from './account/identity.ts';
import { instrumentRoutes } from './instruments.ts';
import { keyRoutes } from './keys.ts';
import { liveRoutes } from './live.ts';
import { notificationRoutes } from './notifications.ts';
import { orderRoutes } from './orders.ts';
import { messengerUpdateRoutes } from './messenger/updates.ts';
import { metricsRoutes } from './metrics.ts';
import { pairRoutes } from './pairs.ts';
import { rateRoutes } from './rates.ts';
import type { RoutePlugin } from './route.ts';
import { secondFactorRoutes } from './secondFactor.ts';
import { seoRoutes } from './seo.ts';
import { sandboxRoutes } from './sandbox.ts';
import { sandboxMailRoutes } from './sandboxMail.ts';
import { statsRoutes } from './stats.ts';
import { statusRoutes } from './status.ts';
import { userRoutes } from './users.ts';
import { withdrawalRoutes } from './withdrawals.ts';

export interface RouteDependencies {
  catalogue: Catalogue;
  database: Database;
  pricing: Pricing;
  feed: MarketFeed;
  health: HealthCheck;
  status: ServiceStatus;
  metrics: Metrics;
  orders: OrderService;
  history: HistoryService;
  identity: IdentityService;
  connections: LiveConnections;
  accountEnd: AccountEnd;
  accountFreeze: AccountFreeze;
  apiKeys: ApiKeyService;
  affiliates: AffiliateService;
  accounts: Accounts;
  content: LoadContent;
  /** null: this host can't send withdrawals. */
  withdrawals: WithdrawalService | null;
  /** null: this host has no provider of card purchases. */
  fiat: CardPurchases | null;
  secondFactor: SecondFactorService;
  console: ConsoleRouteOptions;
  announcement: HostAnnouncement;
  signer: DocumentSigner;
  /** null: this host has no bot that answers. */
  bot: Bot | null;
  /** null: this host sends no mail. `mailbox` is null with a real mail server. */
  mail: { orders: OrderMail; mailbox: Mailbox | null } | null;
  /** null: this host has no sandbox (D12). */
  sandbox: { chains: ChainControls; market: MarketControls; venue: VenueControls | null; access: 'loopback' | 'allow' } | null;
}

/** Creates all routes of the host. */
export function createRoutes(dependencies: RouteDependencies): RoutePlugin[] {
  const { catalogue, database, pricing, feed, health, announcement, connections, metrics, orders, accounts, sandbox } =
    dependencies;
  const { authentication } = accounts;
  const { availability, presentListed: present } = pricing;
  const routes = [
    healthRoutes(health, announcement),
    instrumentRoutes(createInstrumentList({ catalogue, availability, present }), catalogue),
    pairRoutes(createPairs(catalogue, availability), pricing),
    rateRoutes(pricing, catalogue, feed, dependencies.fiat && dependencies.fiat.quote),
    liveRoutes(connections),
    orderRoutes(orders, authentication),
    historyRoutes(dependencies.history, authentication),
    identityRoutes(dependencies.identity, authentication),
    seoRoutes(createSeoDictionary({ catalogue, brand: announcement.brand, content: dependencies.content })),
    keyRoutes(presentSigningKeys(dependencies.signer)),
    statsRoutes(createStatistics({ database, catalogue, availability })),
    feeRoutes(pricing.configuration),
    contentRoutes(dependencies.content),
    statusRoutes(dependencies.status),
    userRoutes(accounts),
    secondFactorRoutes(dependencies.secondFactor, accounts),
    desktopSignInRoutes(accounts),
    accountEndRoutes(dependencies.accountEnd, authentication),
    accountFreezeRoutes(dependencies.accountFreeze),
    apiKeyRoutes(dependencies.apiKeys, authentication),
    affiliateRoutes(dependencies.affiliates, authentication),
    credentialRoutes(accounts),
    metricsRoutes(metrics),
    consoleRoutes(dependencies.console),
  ];
  const { mail, withdrawals, bot, fiat } = dependencies;
  if (bot && bot.webhookSecret !== null) routes.push(messengerUpdateRoutes(bot.webhookSecret, bot.answer));
  if (withdrawals) routes.push(withdrawalRoutes(withdrawals, authentication));
  if (fiat) routes.push(fiatRoutes(fiat, authentication));
  if (mail) routes.push(notificationRoutes(mail.orders));
  if (!sandbox) return routes;
  const { chains, market, venue, access } = sandbox;
  if (mail?.mailbox) routes.push(sandboxMailRoutes(mail.mailbox, access));
  const identities = createSandboxIdentities(dependencies.console.context);
  return [...routes, sandboxRoutes(createSandbox({ chains, market: { feed, controls: market }, venue, identities }), access)];
}

import { join } from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import type { FastifyInstance } from 'fastify';
import { toDecimal, type Decimal } from '../contract/money.ts';
import { watchHost } from './alerts/watchHost.ts';
import { createHostAccounts } from './accounts/createHostAccounts.ts';
import { startDeletingOldAccess } from './accounts/deleteOldAccess.ts';
import { createLoadContent } from './content/loadContent.ts';
import { readBrand } from './content/readBrand.ts';
import { createAffiliateService } from './affiliates/affiliateService.ts';
import { createAccountReferrals, createEarnings, createReferrals } from './affiliates/createReferrals.ts';
import { buildApp } from './app.ts';
import { logLongWait } from './common/logLongWait.ts';
import { startParts, type Part } from './common/startParts.ts';
import { createMailPort, createPorts as createConfiguredPorts, type CreatePorts } from './createPorts.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/openDatabase.ts';
import { listCoinsOfOpenOrders } from './db/repositories/orders.ts';
import { createDatabaseProbe } from './db/repositories/health.ts';
import { createFiat } from './createFiat.ts';
import { createVenue } from './createVenue.ts';
import type { ServerEnvironment } from './env.ts';
import { presentSigningKeys } from './guarantee/documentSigner.ts';
import { loadDocumentSigner, noteSigningKey } from './guarantee/signingKeys.ts';
import { listComponents } from './health/components.ts';
import { createAlarmClosures } from './health/alarmClosures.ts';
import { createHealthCheck } from './health/health.ts';
import { createIncidentRecorder } from './health/incidentRecorder.ts';
import { createServiceStatus } from './health/serviceStatus.ts';
import { createDatabaseSwitches } from './health/databaseSwitches.ts';
import { createOperatorFile, OPERATOR_FILE } from './health/operatorFile.ts';
import { createHedging } from './hedging/createHedging.ts';
import { createExposure } from './hedging/exposure.ts';
import { createIdentity } from './identity/createIdentity.ts';
import { loadCatalogue } from './instruments/loadCatalogue.ts';
import { createHistoryService } from './history/orderHistory.ts';
import { createLiveConnections } from './live/connection.ts';
import { createLiveOrders } from './live/liveOrders.ts';
import { withFiatRates } from './live/fiatRates.ts';
import { createLiveRates } from './live/liveRates.ts';
import type { Logger } from './common/log.ts';
import { createMailWorker } from './mail/mailWorker.ts';
import { createOrderMail } from './mail/orderMail.ts';
import { createMetrics, type Metrics } from './health/metrics.ts';
import type { OrderContext } from './orders/core/context.ts';
import { createOrderService } from './orders/calls/orderService.ts';
import { createOrderReading } from './orders/calls/orderReading.ts';
import { createReserveMonitor } from './orders/worker/reserveMonitor.ts';
import { createOrderPayments } from './orders/owner.ts';
import { createSettlementWorker } from './orders/worker/settlementWorker.ts';
import { createCheckpoints } from './operator/acts/checkpoints.ts';
import { createUnresolvedMonitor } from './operator/unresolvedMonitor.ts';
import { createPaymentOwners } from './payments/owners.ts';
import { createPricing } from './pricing/createPricing.ts';
import { keepFeeSamples } from './pricing/keepFeeSamples.ts';
import { keepTrustedPrices } from './pricing/keepTrustedPrices.ts';
import { claimHost, type HostLease } from './recovery/hostLease.ts';
import { createNoteSend, MARK_FILE, openMark } from './recovery/mark.ts';
import { createRecoveryWatch } from './recovery/recoveryWatch.ts';
import { createReconcileJob } from './reconcile/reconcileJob.ts';
import { createReports } from './reports/createReports.ts';
import { createRoutes } from './routes/createRoutes.ts';
import { createLiveSettings, type SettingDifference } from './operator/settings/liveSettings.ts';
import { deriveKey } from './common/deriveKey.ts';
import { readSeedFile } from './ports/chain/wallet/seedFile.ts';
import { canWithdraw } from './withdrawals/withdrawalContext.ts';
import { createWithdrawalPayments } from './withdrawals/owner.ts';
import { createWithdrawalService } from './withdrawals/withdrawalService.ts';

export interface Host {
  app: FastifyInstance;
  isSandbox: boolean;
  /** Public signing keys in hex, the current one first. */
  signingKeys: readonly string[];
  /** The settings that operators gave another value than the environment (D72) */
  settings: readonly SettingDifference[];
  /** Starts feeds, probes and workers. Resolves to a stop function, which waits for the current rounds. */
  start(): Promise<() => Promise<void>>;
  /** Closes the database. Call it last. */
  close(): Promise<void>;
}

/**
 * Creates every part of the API host and passes each its dependencies. Only tests pass `createPorts`. Throws a ConfigurationError or
 * a SecretFileError.
 */
export async function createHost(
  environment: ServerEnvironment,
  log: Logger,
  createPorts: CreatePorts = createConfiguredPorts,
): Promise<Host> {
  const metrics = createMetrics();
  const database = await openDatabase(environment, log, metrics.observeStatement);
  let lease: HostLease | undefined;
  try {
    const claiming = claimHost({ database, dataDirectory: environment.dataDirectory, log });
    lease = await logLongWait(claiming, 'another process that works with this data directory, or has just ended', log);
    return await composeHost(environment, log, { database, lease }, metrics, createPorts);
  } catch (error) {
    await lease?.release().catch(() => undefined);
    await database.destroy();
    throw error;
  }
}

async function composeHost(
  environment: ServerEnvironment,
  log: Logger,
  { database, lease }: { database: Database; lease: HostLease },
  metrics: Metrics,
  createPorts: CreatePorts,
): Promise<Host> {
  const catalogue = loadCatalogue();
  const signer = await loadDocumentSigner(environment);
  const settings = await createLiveSettings({ database, signer }, environment.settings, log);
  const operator = createOperatorFile(join(environment.dataDirectory, OPERATOR_FILE), log);
  const switches = createDatabaseSwitches({ database, signer }, log);
  const reserves = createReserveMonitor();

  // Circular dependency: network fees need prices, and pricing needs network fees. `pricing` is assigned below.
  const usdPrice = (symbol: string): Decimal | undefined => {
    const price = pricing.book.lastTrusted(symbol) ?? pricing.book.lastKnown(symbol);
    return price ? toDecimal(price.middle) : undefined;
  };
  const { market, chains } = await createPorts(environment, { catalogue, database, usdPrice, log });
  const { feed, second } = market;
  const opening = createVenue(environment, { database, catalogue, feed });
  const hedged = await logLongWait(opening, 'the exchange on which the host trades', log);
  const venue = hedged?.venue ?? null;
  const seed = await readSeedFile(environment.seedFile);
  const alarmClosures = createAlarmClosures();
  const mark = await openMark(join(environment.dataDirectory, MARK_FILE));
  const recovery = createRecoveryWatch({ database, catalogue, gateways: chains.gateways, signer, mark, now: Date.now, log });
  const exposure = createExposure({ database, catalogue, venue, usdPrice, pricing: settings.pricing, log });
  const closures = [switches, operator, recovery, reserves, alarmClosures, exposure];
  const pricing = createPricing({
    catalogue,
    gateways: chains.gateways,
    feed,
    second,
    log,
    quoteKey: deriveKey(seed, 'quotes'),
    configuration: settings.pricing,
    isVolatilityMeasured: environment.market.kind !== 'embedded',
    openCoins: () => listCoinsOfOpenOrders(database, [...chains.gateways.keys()], Date.now()),
    trading: exposure,
    takenMoney: environment.fiat?.currencies.map(({ slug }) => slug),
    closures,
  });

  await noteSigningKey(database, presentSigningKeys(signer).current.keyId, log);
  const affiliateOptions = {
    database,
    catalogue,
    rules: settings.affiliateRules,
    fees: pricing.configuration,
    trustedPrice: pricing.trustedPrice,
    siteOrigin: environment.siteOrigin,
    signer,
    now: Date.now,
  };
  const reports = createReports(pricing.usdPrices);
  const context: OrderContext = {
    database,
    catalogue,
    desk: pricing.desk,
    gateways: chains.gateways,
    ...(venue && { venue }),
    availability: pricing.availability,
    presentInstrument: (slug) => {
      const instrument = catalogue.instruments.get(slug);
      if (!instrument) throw new Error(`The catalogue has no instrument ${slug}, but an order uses it`);
      return pricing.present(instrument);
    },
    ...pricing.usdPrices,
    owners: createPaymentOwners(),
    caps: settings.payoutCaps,
    reservationLimits: settings.reservationLimits,
    referrals: createReferrals({ ...affiliateOptions, brandAffiliateId: environment.brandAffiliateId, log }),
    onEnded: [createEarnings({ ...affiliateOptions, log }), reports.onEnded],
    onNetworkFee: reports.onNetworkFee,
    signer,
    environmentSettings: environment.settings,
    siteOrigin: environment.siteOrigin,
    alarmSince: (parts) => reconciling.alarmSince(parts),
    noteSend: createNoteSend(mark),
    unreadTreasuries: recovery.unread,
    now: Date.now,
    log,
  };
  context.owners.register(createOrderPayments(context));
  context.owners.register(createWithdrawalPayments(context));
  await context.owners.assertOwned(database);
  const settlement = createSettlementWorker(context);
  const reconciling = createReconcileJob({
    context,
    log,
    everySeconds: environment.reconcileEverySeconds,
    unreadAlarmMs: environment.reconcileUnreadAlarmSeconds * 1_000,
  });
  alarmClosures.watch(() => reconciling.last()?.alarmParts ?? []);
  const unresolved = createUnresolvedMonitor(context);
  const health = createHealthCheck({
    ...createDatabaseProbe(database),
    hasTrustedPrice: () => pricing.book.hasTrustedPrice(),
    lastSettlementAt: () => settlement.lastTickAt(),
    books: () => reconciling.last(),
    notice: () => operator.notice(),
    notices: switches.notices,
    log,
  });
  const components = () => listComponents({ health, availability: pricing.availability, catalogue });
  const incidents = createIncidentRecorder({ database, components, log });
  const { sealing, secondFactor, accounts, ...customers } = createHostAccounts({
    database,
    seed,
    signer,
    brand: environment.brandName,
    botToken: environment.messenger?.botToken ?? null,
    referrals: createAccountReferrals({ signer, now: Date.now }),
    rules: settings.affiliateRules,
    firstEmail: settings.firstEmail,
    stopWithdrawals: async (userId) => (await withdrawals?.stopAll(userId)) ?? 0,
  });
  const fiat = createFiat({
    environment,
    context: { ...context, sealing, trustedPrice: pricing.trustedPrice },
    seed,
    chains,
    market,
    listensAt: () => app.server.address(),
  });
  const otherOrders = fiat ? [fiat.orders] : [];
  const liveOrders = createLiveOrders({
    ...createOrderReading(context),
    onCount: (count) => metrics.setOrderWatches(count),
    log,
  });
  const live = createLiveRates({
    prepare: (input) => pricing.desk.prepare(input),
    symbolsOf: (input) => pricing.symbolsOf(input),
    onTick: (listener) => feed.onTick(listener),
    onCount: (count) => metrics.setSubscriptions(count),
    log,
  });
  const sandbox =
    environment.sandbox !== 'off' && chains.controls !== null && market.controls !== null
      ? { chains: chains.controls, market: market.controls, venue: hedged?.controls ?? null, access: environment.sandbox }
      : null;
  const mail = await createMailPort(environment, database, sandbox !== null);
  const withdrawals = canWithdraw(context)
    ? createWithdrawalService({
        ...context,
        sealing,
        proofs: secondFactor,
        rules: settings.withdrawalRules,
        isSandbox: sandbox !== null,
      })
    : null;
  const identity = await createIdentity(environment, { database, now: Date.now, log });
  const { messenger: bots } = environment;
  const bot =
    bots && bots.appLink !== null
      ? (await import('./messenger/bot.ts')).createBot(context, {
          settings: { ...bots, appLink: bots.appLink },
          freezeByMessenger: customers.accountFreeze.freezeByMessenger,
        })
      : null;
  const watch = await watchHost({
    context,
    environment,
    metrics,
    feed,
    availability: pricing.availability,
    settlementAt: () => settlement.lastTickAt(),
    books: () => reconciling.last(),
    recoveries: () => recovery.list(),
    unresolved: () => unresolved.last(),
    isDatabaseAnswering: () => health.report().probes['database'] !== 'UNHEALTHY',
    mailer: mail?.mailer ?? null,
  });
  const brand = readBrand();
  const app = await buildApp({
    log,
    trustedProxies: environment.trustedProxies,
    requestsPerMinute: environment.requestsPerMinute,
    metrics,
    publicOrigin: environment.publicOrigin,
    verifySignedCall: customers.verifySignedCall,
    routes: createRoutes({
      catalogue,
      database,
      pricing,
      feed,
      health,
      status: createServiceStatus({ database, components, notice: () => operator.notice(), log }),
      metrics,
      orders: createOrderService(context, otherOrders),
      accounts,
      secondFactor,
      accountEnd: customers.accountEnd,
      accountFreeze: customers.accountFreeze,
      bot,
      apiKeys: customers.apiKeys,
      affiliates: createAffiliateService(affiliateOptions),
      content: createLoadContent({
        settings: () => ({ ...settings, brand, catalogue, networks: [...chains.gateways.keys()] }),
        blogUrl: environment.blogUrl,
        log,
      }),
      withdrawals,
      fiat,
      console: {
        context: { ...context, proofs: secondFactor, seals: identity.context.seals },
        access: { authentication: accounts.authentication, addresses: environment.consoleAddresses },
        sources: {
          health,
          availability: pricing.availability,
          books: () => reconciling.last(),
          alerts: watch.firing,
          book: pricing.book,
          feeds: second ? [feed, second] : [feed],
          operatorFile: join(environment.dataDirectory, OPERATOR_FILE),
          reserves: context,
          pricing: settings.pricing,
          venue,
        },
        unreadAlarmMs: environment.reconcileUnreadAlarmSeconds * 1_000,
        unresolved,
        version: packageFile.version,
      },
      history: createHistoryService(context, fiat ? [fiat.history] : []),
      identity: identity.service,
      connections: createLiveConnections({ rates: withFiatRates(live, fiat && fiat.quote, log), orders: liveOrders }, log),
      announcement: {
        sandbox: sandbox !== null,
        hasEmbeddedNetworks: chains.controls !== null,
        hasMail: mail !== null,
        hasMessenger: customers.hasMessenger,
        hasWithdrawals: withdrawals !== null,
        hasCardPurchases: fiat !== null,
        isIdentityRequired: environment.isIdentityRequired,
        brand: environment.brandName,
        embeddedChainSpeed: chains.controls !== null ? environment.embeddedChainSpeed : null,
      },
      mail: mail && { orders: createOrderMail(context), mailbox: mail.mailbox },
      signer,
      sandbox,
    }),
  });

  const mailWorker = mail && createMailWorker(context, { mailer: mail.mailer, brand: environment.brandName, sealing });
  // Each part may use those before it, also while it stops.
  const parts: Part[] = [
    { name: 'lease of the data directory', start: () => lease.start() },
    { name: 'operator file', start: () => operator.start() },
    { name: 'switches', start: () => switches.start() },
    { name: 'settings', start: () => settings.start() },
    { name: 'trusted prices', start: () => keepTrustedPrices(database, pricing.book, log) },
    { name: 'network fee samples', start: () => keepFeeSamples({ database, fees: pricing.fees, log }) },
    { name: 'pricing', start: () => pricing.start(chains.prepare) },
    ...[...chains.gateways.values()].flatMap(({ networkSlug, start }) => (start ? { name: networkSlug, start } : [])),
    // After the networks and before settlement: nothing is sent before the first reading.
    { name: 'recovery', start: () => recovery.start() },
    { name: 'open positions', start: () => exposure.start() },
    { name: 'reserves', start: () => reserves.start(context, settings.pricing) },
    // Before settlement: it records the opening capital of the treasury.
    { name: 'reconciliation', start: () => reconciling.start() },
    { name: 'checkpoints of acts', start: () => createCheckpoints(context).start() },
    { name: 'settlement', start: () => settlement.start() },
    ...createHedging({ ...context, limits: settings.hedgingLimits, pricing: settings.pricing }, pricing.book).parts,
    ...(fiat?.parts ?? []),
    { name: 'unresolved items', start: () => unresolved.start() },
    { name: 'deletion of old access', start: () => startDeletingOldAccess(database, log) },
    identity.part,
    { name: 'health', start: () => health.start() },
    { name: 'incidents', start: () => incidents.start() },
    ...(mailWorker ? [{ name: 'mail', start: () => mailWorker.start() }] : []),
    ...(bot ? [{ name: 'bot', start: () => bot.start() }] : []),
    ...watch.parts,
    { name: 'live orders', start: () => liveOrders.start() },
    { name: 'live rates', start: () => live.start() },
  ];
  return {
    app,
    isSandbox: sandbox !== null,
    signingKeys: signer.publicKeys,
    settings: settings.differences(),
    start: () => startParts(parts, log),
    close: async () => {
      await lease
        .release()
        .catch((error: unknown) => log.warn({ err: error }, 'the lease of the data directory could not be released'));
      await database.destroy();
    },
  };
}

import { pino } from 'pino';
import type { ConnectionLimits } from '../../contract/connections.ts';
import type { ServiceNotice } from '../../contract/schemas/service.ts';
import { buildApp } from '../app.ts';
import { openMemoryDatabase } from '../../tests/support/databases.ts';
import { readOperatorSettings } from '../operator/settings/operatorSettings.ts';
import { probeDatabase } from '../db/repositories/health.ts';
import { listComponents } from '../health/components.ts';
import { createHealthCheck } from '../health/health.ts';
import { createIncidentRecorder } from '../health/incidentRecorder.ts';
import { createServiceStatus } from '../health/serviceStatus.ts';
import { createStatistics } from '../health/statistics.ts';
import { createInstrumentList } from '../instruments/instrumentList.ts';
import { createPairs } from '../instruments/pairs.ts';
import { createMetrics } from '../health/metrics.ts';
import { createTestDesk, type TestDeskOptions } from '../pricing/testing/testDesk.ts';
import { createSeoDictionary } from '../seo/seoDictionary.ts';
import { createContent } from '../content/createContent.ts';
import { readBrand } from '../content/readBrand.ts';
import { contentRoutes } from './content.ts';
import { feeRoutes } from './fees.ts';
import { healthRoutes } from './health.ts';
import { instrumentRoutes } from './instruments.ts';
import { pairRoutes } from './pairs.ts';
import { rateRoutes } from './rates.ts';
import { seoRoutes } from './seo.ts';
import { statsRoutes } from './stats.ts';
import { statusRoutes } from './status.ts';

/** The real application with the routes that only read, on a real database in memory; the market stands at this moment. */
export async function buildReadApp({ connections, ...options }: TestDeskOptions & { connections?: ConnectionLimits } = {}) {
  const pricing = createTestDesk({ startAt: Date.now(), ...options });
  const { catalogue, availability, presentListed: present, feed, book } = pricing;
  const database = await openMemoryDatabase();
  const log = pino({ level: 'silent' });
  const state = {
    notice: null as string | null,
    notices: [] as ServiceNotice[],
    lastSettlementAt: Date.now() as number | null,
    isDatabaseDown: false,
    alarmParts: [] as string[],
    notChecked: [] as { what: string; count: number; since: string }[],
  };
  const health = createHealthCheck({
    probeDatabase: (now) => (state.isDatabaseDown ? Promise.reject(new Error('down')) : probeDatabase(database, now)),
    hasTrustedPrice: book.hasTrustedPrice,
    lastSettlementAt: () => state.lastSettlementAt,
    books: () => ({ alarmParts: state.alarmParts, notChecked: state.notChecked }),
    notice: () => state.notice,
    notices: () => state.notices,
    log,
    now: pricing.now,
  });
  const components = () => listComponents({ health, availability, catalogue });
  const incidents = createIncidentRecorder({ database, components, log, now: pricing.now });
  const content = createContent({
    settings: () => ({
      ...readOperatorSettings({}),
      brand: readBrand(),
      pricing: pricing.configuration,
      catalogue,
      networks: [...catalogue.networks.keys()],
    }),
    blogUrl: null,
    log,
  });
  const app = await buildApp({
    log,
    trustedProxies: [],
    requestsPerMinute: 10_000,
    metrics: createMetrics(),
    ...(connections && { connections }),
    routes: [
      rateRoutes(pricing, catalogue, feed, null),
      instrumentRoutes(createInstrumentList({ catalogue, availability, present }), catalogue),
      pairRoutes(createPairs(catalogue, availability), pricing),
      healthRoutes(health, { sandbox: true, brand: 'Causeway' }),
      statsRoutes(createStatistics({ database, catalogue, availability })),
      feeRoutes(pricing.configuration),
      contentRoutes(async () => content),
      statusRoutes(createServiceStatus({ database, components, notice: () => state.notice, log, now: pricing.now })),
      seoRoutes(createSeoDictionary({ catalogue, brand: 'Causeway', content: async () => content })),
    ],
  });
  const close = async () => {
    await app.close();
    await database.destroy();
  };
  return { app, ...pricing, database, health, incidents, state, close };
}

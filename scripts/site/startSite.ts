import { mkdir } from 'node:fs/promises';
import { createLogger } from '../../server/common/log.ts';
import { parseEnvironment } from '../../server/env.ts';
import { ConfigurationError } from '../../server/settings/configurationError.ts';
import { parseSiteEnvironment } from './siteEnvironment.ts';
import { startMessage } from './startMessage.ts';

/** The embedded card provider of a site; another one, if this is taken */
const EMBEDDED_PROVIDER_PORT = 3_010;

export interface RunningSite {
  /** "http://localhost:3000" */
  address: string;
  /** What a person who started it should read */
  lines: string[];
  /** Closes both hosts. */
  stop(): Promise<void>;
}

/**
 * Starts API host and web host in this process, as the environment says. The site must be built. Throws a ConfigurationError for what
 * the operator has to change.
 */
export async function startSite(): Promise<RunningSite> {
  const site = parseSiteEnvironment(process.env);
  const environment = parseEnvironment(process.env);
  const log = createLogger(process.env['LOG_LEVEL'] ?? 'warn');
  const api = site.apiUrl === null ? await startApi() : null;
  const [{ createWebHost }, { loadBuiltSite }] = await Promise.all([
    import('../../web/host/host.server.ts'),
    import('../../web/host/loadBuiltSite.server.ts'),
  ]);
  const web = await createWebHost({
    ...(await loadBuiltSite()),
    apiUrl: site.apiUrl ?? api?.url ?? '',
    log,
    trustedProxies: site.trustedProxies,
    publicOrigin: site.publicOrigin,
    messengerOrigins: site.messengerOrigins,
    sandbox: api?.isSandbox ?? false,
    checkMeta: site.checkMeta,
    pagesPerMinute: environment.requestsPerMinute,
    // From the host's configuration in this process, not from its answers: a document must not bring its own key (D42).
    signingKeys: [...site.signingKeys, ...(api?.signingKeys ?? [])],
  });
  const address = await listen(web, site.host, site.port);
  const { isEmbedded = false, isSandbox = false, settings = [] } = api ?? {};
  return {
    address,
    lines: startMessage({ address, apiUrl: site.apiUrl, isEmbedded, isSandbox, settings }),
    stop: async () => {
      await web.close();
      await api?.stop();
    },
  };

  async function startApi() {
    await mkdir(environment.dataDirectory, { recursive: true, mode: 0o700 });
    const { startServer } = await import('../../server/start.ts');
    // Only the local web host calls it and forwards the client IP addresses (D40).
    const { fiat } = environment;
    return await startServer(
      {
        ...environment,
        // A port that stays, so that the pages of payments still work after a restart.
        fiat: fiat && { ...fiat, embeddedPort: fiat.embeddedPort || EMBEDDED_PROVIDER_PORT },
        listenHost: '127.0.0.1',
        trustedProxies: ['127.0.0.1'],
      },
      log,
    );
  }
}

async function listen(
  web: { listen(options: { host: string; port: number }): Promise<string> },
  host: string,
  port: number,
): Promise<string> {
  try {
    return (await web.listen({ host, port })).replace(/127\.0\.0\.1|\[::1\]/, 'localhost');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EADDRINUSE')
      throw new ConfigurationError(`PORT ${port} is taken by another program. Choose another: PORT=3001 npm start`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ConfigurationError(`HOST ${host} is no address of this machine.`);
    if (code === 'EACCES') throw new ConfigurationError(`PORT ${port} may not be opened by this user. Choose one above 1023.`);
    throw error;
  }
}

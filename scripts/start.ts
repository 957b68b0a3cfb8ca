import { mkdir } from 'node:fs/promises';
import { createLogger } from '../server/log.ts';
import { ConfigurationError, parseEnvironment } from '../server/env.ts';
import { build, isBuilt } from './build.ts';
import { parseSiteEnvironment, StartError } from './siteEnvironment.ts';
import { startMessage } from './startMessage.ts';

/** `npm start`: API host and web host in one process, everything prepared that a fresh clone lacks. */
async function start(): Promise<void> {
  const site = parseSiteEnvironment(process.env);
  const environment = parseEnvironment(process.env);
  if (!(await isBuilt())) {
    console.log('Building the site…');
    await build();
  }
  const log = createLogger(process.env['LOG_LEVEL'] ?? 'warn');
  const api = site.apiUrl === null ? await startApi() : null;
  const [{ createWebHost }, { loadBuiltSite }] = await Promise.all([
    import('../web/host/host.server.ts'),
    import('../web/host/loadBuiltSite.server.ts'),
  ]);
  const web = await createWebHost({
    ...(await loadBuiltSite()),
    apiUrl: site.apiUrl ?? api?.url ?? '',
    log,
    trustedProxies: site.trustedProxies,
    publicOrigin: site.publicOrigin,
    sandbox: api?.isSandbox ?? false,
    checkMeta: site.checkMeta,
    pagesPerMinute: environment.requestsPerMinute,
    // From the host's configuration in this process, not from its answers: a document must not bring its own key (D42).
    signingKeys: [...site.signingKeys, ...(api?.signingKeys ?? [])],
  });
  const address = await listen(web, site.host, site.port);
  const { isEmbedded = false, isSandbox = false } = api ?? {};
  for (const line of startMessage({ address, apiUrl: site.apiUrl, isEmbedded, isSandbox })) console.log(line);

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await web.close();
    await api?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

  async function startApi() {
    await mkdir(environment.dataDirectory, { recursive: true, mode: 0o700 });
    const { startServer } = await import('../server/start.ts');
    // Only the local web host calls it and forwards the client IP addresses (D40).
    return await startServer({ ...environment, listenHost: '127.0.0.1', trustedProxies: ['127.0.0.1'] }, log);
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
      throw new StartError(`PORT ${port} is taken by another program. Choose another: PORT=3001 npm start`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new StartError(`HOST ${host} is no address of this machine.`);
    if (code === 'EACCES') throw new StartError(`PORT ${port} may not be opened by this user. Choose one above 1023.`);
    throw error;
  }
}

try {
  await start();
} catch (error) {
  const isOurs = error instanceof StartError || error instanceof ConfigurationError;
  console.error(isOurs ? error.message : error);
  process.exit(1);
}

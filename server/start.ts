import { createHost } from './createHost.ts';
import type { CreatePorts } from './createPorts.ts';
import type { ServerEnvironment } from './env.ts';
import type { SettingDifference } from './operator/settings/liveSettings.ts';
import { startParts, type Part } from './common/startParts.ts';
import type { Logger } from './common/log.ts';

export interface RunningServer {
  /** "http://127.0.0.1:40123" */
  url: string;
  isEmbedded: boolean;
  isSandbox: boolean;
  /** Public signing keys in hex, so that the caller can pin them (D42). */
  signingKeys: readonly string[];
  /** The settings that operators gave another value than the environment (D72) */
  settings: readonly SettingDifference[];
  /** Waits for requests and workers, then closes the database. */
  stop(): Promise<void>;
}

/**
 * Starts the API host. Behind our own web host, `listenHost` is the address to listen on and `environment.host` the address of
 * the web host, which decides whether the sandbox is open.
 */
export async function startServer(
  environment: ServerEnvironment & { listenHost?: string },
  log: Logger,
  createPorts?: CreatePorts,
): Promise<RunningServer> {
  const host = await createHost(environment, log, createPorts);
  let url = '';
  const parts: Part[] = [
    { name: 'database', start: () => host.close },
    { name: 'work', start: host.start },
    {
      name: 'HTTP server',
      start: async () => {
        url = await host.app.listen({ host: environment.listenHost ?? environment.host, port: environment.port });
        return () => host.app.close();
      },
    },
  ];
  const stop = await startParts(parts, log);
  return {
    url,
    isEmbedded: environment.market.kind === 'embedded',
    isSandbox: host.isSandbox,
    signingKeys: host.signingKeys,
    settings: host.settings,
    stop,
  };
}

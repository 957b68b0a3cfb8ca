import { createHost } from './createHost.ts';
import type { ServerEnvironment } from './env.ts';
import type { Logger } from './log.ts';

export interface RunningServer {
  /** "http://127.0.0.1:40123" */
  url: string;
  isEmbedded: boolean;
  isSandbox: boolean;
  /** Public keys in hex of what it signs, for whoever pins them without asking the network (D42). */
  signingKeys: readonly string[];
  /** Finishes what is at work, then closes the database. */
  stop(): Promise<void>;
}

/**
 * Starts the API host. `listenHost` may differ from `environment.host` when a web host of ours stands before it: the
 * sandbox judges the address that customers reach.
 */
export async function startServer(environment: ServerEnvironment & { listenHost?: string }, log: Logger): Promise<RunningServer> {
  const host = await createHost(environment, log);
  const stopWork = await host.start();
  const url = await host.app.listen({ host: environment.listenHost ?? environment.host, port: environment.port });
  return {
    url,
    isEmbedded: environment.market.kind === 'embedded',
    isSandbox: host.isSandbox,
    signingKeys: host.signingKeys,
    stop: async () => {
      await host.app.close();
      await stopWork();
      await host.close();
    },
  };
}

import { pino } from 'pino';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../contract/connections.ts';
import { buildReadApp } from '../../server/routes/testing.ts';
import { startWebHost } from '../support/browser/webHost.ts';

export interface HttpHosts {
  /** Where the API host listens, and the web host that stands before it */
  api: string;
  web: string;
  stop(): Promise<void>;
}

/** The real API host with what it reads, and the real web host before it, both with the same limits. */
export async function startHttpHosts(limits: Partial<ConnectionLimits> = {}): Promise<HttpHosts> {
  const connections = { ...CONNECTION_LIMITS, ...limits };
  const read = await buildReadApp({ connections });
  const api = await read.app.listen({ host: '127.0.0.1', port: 0 });
  const site = await startWebHost({ apiUrl: api, connections, log: pino({ level: 'silent' }) });
  const web = await site.host.listen({ host: '127.0.0.1', port: 0 });
  return {
    api,
    web,
    stop: async () => {
      await site.close();
      await read.close();
    },
  };
}

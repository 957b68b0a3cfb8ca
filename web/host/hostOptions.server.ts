import type { Logger } from 'pino';
import type { ConnectionLimits } from '../../contract/connections.ts';
import type { PageSettings } from '../pages/pagesOptions.server.ts';

export interface WebHostOptions extends PageSettings {
  log: Logger;
  /** Proxies whose X-Forwarded-For is trusted (D40): addresses or networks. Empty without a proxy. */
  trustedProxies: readonly string[];
  /** The site's origin, such as "https://causeway.example"; null takes it from each request. */
  publicOrigin: string | null;
  /** Forwards the sandbox calls of the API host (D12). */
  sandbox: boolean;
  connections?: ConnectionLimits;
  /** Milliseconds since 1970. */
  now?: () => number;
}

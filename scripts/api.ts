import { mkdir } from 'node:fs/promises';
import { parseEnvironment } from '../server/env.ts';
import { ConfigurationError } from '../server/settings/configurationError.ts';
import { createLogger } from '../server/common/log.ts';
import { startServer } from '../server/start.ts';

/** `npm run api`: the API host alone, on API_PORT, for a deployment separate from the web host. */
try {
  const environment = parseEnvironment(process.env);
  await mkdir(environment.dataDirectory, { recursive: true, mode: 0o700 });
  const server = await startServer(environment, createLogger(environment.logLevel));
  console.log(`The API host is at ${server.url}; its calls are described at ${server.url}/api/docs`);
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      void server.stop().then(() => process.exit(0));
    });
  }
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
}

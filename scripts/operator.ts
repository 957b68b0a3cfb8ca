import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createChainPorts } from '../server/createPorts.ts';
import { openEmbeddedDatabase } from '../server/db/database.ts';
import { migrate } from '../server/db/migrate.ts';
import { ConfigurationError, parseEnvironment } from '../server/env.ts';
import { loadCatalogue } from '../server/instruments/loadCatalogue.ts';
import { keepPorts } from '../server/keepPorts.ts';
import { createLogger } from '../server/log.ts';
import { runOperatorCommand } from '../server/orders/operatorCommand.ts';
import { DATABASE_FILE } from '../server/createHost.ts';

/** `npm run operator -- list`: with the configuration of the host, beside it or while it is stopped. */
try {
  const environment = parseEnvironment(process.env);
  const catalogue = loadCatalogue();
  const file = join(environment.dataDirectory, DATABASE_FILE);
  if (!existsSync(file)) throw new ConfigurationError(`DATA_DIR ${environment.dataDirectory} holds no database of a host.`);
  const database = openEmbeddedDatabase(file);
  await migrate(database);
  await keepPorts(database, environment);
  // Asked only what became of a payment; no price is needed for that.
  const { gateways } = await createChainPorts(environment, catalogue, database, () => undefined, createLogger('warn'));
  console.log(await runOperatorCommand({ database, catalogue, gateways, now: Date.now }, process.argv.slice(2)));
  await database.destroy();
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
}

import { ConfigurationError } from '../server/settings/configurationError.ts';
import { startSite } from './site/startSite.ts';
import { stopOnSignals } from './site/stopOnSignals.ts';

/** `npm start`: API host and web host in one process. */
try {
  const { lines, stop } = await startSite();
  for (const line of lines) console.log(line);
  stopOnSignals(stop);
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
}

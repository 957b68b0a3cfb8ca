import { ConfigurationError } from '../server/settings/configurationError.ts';
import { startSite } from './site/startSite.ts';

/** `npm start`: API host and web host in one process. */
async function start(): Promise<void> {
  const { lines, stop } = await startSite();
  for (const line of lines) console.log(line);
  let isStopping = false;
  const end = async () => {
    if (isStopping) return;
    isStopping = true;
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
}

try {
  await start();
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
}

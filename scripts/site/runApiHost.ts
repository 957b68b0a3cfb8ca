import { mkdir } from 'node:fs/promises';
import { createLogger } from '../../server/common/log.ts';
import type { CreatePorts } from '../../server/createPorts.ts';
import type { ServerEnvironment } from '../../server/env.ts';
import { startServer } from '../../server/start.ts';
import { failCommand } from '../failCommand.ts';
import { stopOnSignals } from './stopOnSignals.ts';

/** Runs an API host until a signal ends the process. Prints an error of the configuration, and ends with code 1. */
export async function runApiHost(parse: () => ServerEnvironment, createPorts?: CreatePorts): Promise<void> {
  try {
    const environment = parse();
    await mkdir(environment.dataDirectory, { recursive: true, mode: 0o700 });
    const server = await startServer(environment, createLogger(environment.logLevel), createPorts);
    console.log(`The API host is at ${server.url}; its calls are described at ${server.url}/api/docs`);
    stopOnSignals(() => server.stop());
  } catch (error) {
    failCommand(error);
  }
}

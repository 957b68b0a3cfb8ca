import type { CallName } from '../../contract/api/index.ts';
import type { AnyRoute } from '../../contract/client/httpTransport.ts';
import { consoleRoutes, type ConsoleCall, type ConsoleInput, type ConsoleOutput } from '../../contract/console/routes.ts';
import type { Transport } from '../../contract/platform.ts';

const PREFIX = 'console.';

/** The calls of the console, by the names that its transport knows them by. */
export const CONSOLE_CALLS: Readonly<Record<string, AnyRoute>> = Object.fromEntries(
  Object.entries(consoleRoutes).map(([name, route]) => [PREFIX + name, route]),
);

/** Makes a call of the console. Rejects only with an ApiError, or with the signal's reason after an abort. */
export type CallConsole = <Name extends ConsoleCall>(
  name: Name,
  input: ConsoleInput<Name>,
  signal?: AbortSignal,
) => Promise<ConsoleOutput<Name>>;

/**
 * Returns the function for calls of the console. The shell's transport knows them besides those of all clients, so that an expired
 * session is renewed and a missing second factor is asked for as everywhere.
 */
export function callConsole(transport: Transport): CallConsole {
  return async <Name extends ConsoleCall>(name: Name, input: ConsoleInput<Name>, signal?: AbortSignal) =>
    // The table of all clients has no types for these names.
    (await transport.call(`${PREFIX}${name}` as CallName, input as never, signal ? { signal } : {})) as ConsoleOutput<Name>;
}

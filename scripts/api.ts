import { parseEnvironment } from '../server/env.ts';
import { runApiHost } from './site/runApiHost.ts';

/** `npm run api`: the API host alone, on API_PORT, for a deployment separate from the web host. */
await runApiHost(() => parseEnvironment(process.env));

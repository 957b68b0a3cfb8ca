import { runApiHost } from '../../scripts/site/runApiHost.ts';
import { createTestPorts, parseTestEnvironment } from './testPorts.ts';

/** The process of an API host for drills and tests. Unlike `npm run api`, it may combine the embedded market with local nodes. */
await runApiHost(() => parseTestEnvironment(process.env), createTestPorts);

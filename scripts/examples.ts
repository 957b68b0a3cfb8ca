import { writeFileSync } from 'node:fs';
import { loadExamples } from '../server/documentation/examples.ts';
import { startApiHost } from '../tests/api/host.ts';
import { replay } from '../tests/api/replay.ts';

/**
 * Records the examples of the API description again: `npm run examples` makes their calls on a new host and writes its responses.
 * To add an example, enter its call, title and input, and an `output` of null or an `error` with its code.
 */
const host = await startApiHost();
const replayed = await replay(host.app, loadExamples());
await host.stop();
writeFileSync(
  'resources/api/examples.json',
  `${JSON.stringify(
    replayed.map(({ live }) => live),
    null,
    2,
  )}\n`,
);
console.log(`Recorded ${replayed.length} examples.`);
process.exit(0);

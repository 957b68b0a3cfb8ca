import { writeFileSync } from 'node:fs';
import { EXAMPLE_FILES, readExamples } from '../server/documentation/examples.ts';
import { startApiHost } from '../tests/api/host.ts';
import { replay } from '../tests/api/replay.ts';

/**
 * Records the examples of the API description again: `npm run examples` makes the calls of each file on a new host and writes its responses.
 * `npm run examples -- userExamples.json` records one file. To add an example, enter its call, title and input, and an `output` of
 * null or an `error` with its code.
 */
const wanted = process.argv.slice(2);
for (const file of EXAMPLE_FILES) {
  if (wanted.length > 0 && !wanted.includes(file)) continue;
  const host = await startApiHost();
  const replayed = await replay(host, readExamples(file));
  await host.stop();
  const text = JSON.stringify(
    replayed.map(({ live }) => live),
    null,
    2,
  );
  writeFileSync(`resources/api/${file}`, `${text}\n`);
  console.log(`Recorded ${replayed.length} examples in ${file}.`);
}
process.exit(0);

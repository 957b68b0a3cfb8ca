import { failCommand } from './failCommand.ts';
import { startSite } from './site/startSite.ts';
import { stopOnSignals } from './site/stopOnSignals.ts';

/** `npm start`: API host and web host in one process. */
const { lines, stop } = await startSite().catch(failCommand);
for (const line of lines) console.log(line);
stopOnSignals(stop);

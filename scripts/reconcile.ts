import { toDecimal, amount, type Decimal } from '../contract/money.ts';
import { createChainPorts, createMarketPort } from '../server/createPorts.ts';
import { createVenue } from '../server/createVenue.ts';
import { openExistingDatabase } from '../server/db/openDatabase.ts';
import { parseEnvironment } from '../server/env.ts';
import { loadDocumentSigner } from '../server/guarantee/signingKeys.ts';
import { loadCatalogue } from '../server/instruments/loadCatalogue.ts';
import { createLogger } from '../server/common/log.ts';
import { line, type ReconcileContext } from '../server/reconcile/difference.ts';
import { describeObject } from '../server/reconcile/objects.ts';
import { reconcile } from '../server/reconcile/reconcile.ts';
import { failCommand } from './failCommand.ts';

const AGREES = 0;
const DIFFERS = 1;
/** Exit code: no difference found, but something could not be read. */
const UNCHECKED = 2;

/** `npm run reconcile`: uses the host's configuration. The host may be running or stopped. */
process.exitCode = await main(process.argv.slice(2)).catch(failCommand);

async function main(words: readonly string[]): Promise<number> {
  const environment = parseEnvironment(process.env);
  const catalogue = loadCatalogue();
  const log = createLogger('warn');
  const database = await openExistingDatabase(environment, log);
  // Embedded networks have fees in USD. Real networks are queried.
  const isEmbedded = environment.market.kind === 'embedded';
  const feed = isEmbedded ? (await createMarketPort(environment, { catalogue, database, log })).feed : null;
  const stopFeed = await feed?.start();
  const usdPrice = (symbol: string): Decimal | undefined => {
    const tick = feed?.tick(symbol);
    return tick && toDecimal(amount(tick.bid).plus(amount(tick.ask)).div(amount('2')));
  };
  const { gateways } = await createChainPorts(environment, { catalogue, database, usdPrice, log });
  try {
    const signer = await loadDocumentSigner(environment);
    const venue = (await createVenue(environment, { database, catalogue, feed }))?.venue;
    const context = { database, catalogue, gateways, signer, now: Date.now, ...(venue && { venue }) };
    return await run(context, environment.reconcileUnreadAlarmSeconds * 1_000, words);
  } finally {
    await stopFeed?.();
    await database.destroy();
  }
}

async function run(context: ReconcileContext, unreadAlarmMs: number, words: readonly string[]): Promise<number> {
  const [command] = words;
  if (command !== undefined) {
    console.log(
      'npm run reconcile                      says what differs; exit code 1 when something does, 2 when something could not be read',
    );
    console.log('npm run operator -- accept KEY NOTE    hides a difference that is known and explained');
    return DIFFERS;
  }
  const { differences, unread, orders, sends } = await reconcile(context, { unreadAlarmMs });
  for (const difference of differences) console.log(line(difference));
  for (const { object, reason, since } of unread) {
    console.log(`NOT CHECKED  ${object}: ${describeObject(object)} since ${new Date(since).toISOString()}: ${reason}`);
  }
  console.log(`${orders} orders, ${sends} sends: ${differences.length} differences, ${unread.length} not checked`);
  if (differences.length > 0) return DIFFERS;
  return unread.length > 0 ? UNCHECKED : AGREES;
}

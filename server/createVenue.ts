import Type from 'typebox';
import Value from 'typebox/value';
import { readSecretFile } from './common/secretFile.ts';
import type { Database } from './db/database.ts';
import { createEmbeddedVenueStore } from './db/repositories/venues/embeddedVenue.ts';
import type { ServerEnvironment } from './env.ts';
import type { Catalogue } from './instruments/catalogue.ts';
import type { MarketFeed } from './ports/market/marketFeed.ts';
import { createEmbeddedVenue } from './ports/venue/embedded/embeddedVenue.ts';
import type { LiquidityVenue } from './ports/venue/liquidityVenue.ts';
import type { VenueControls } from './ports/venue/venueControls.ts';
import { ConfigurationError } from './settings/configurationError.ts';

/** The account at an exchange. The file has mode 0600. */
const VenueFile = Type.Object(
  {
    exchange: Type.Enum(['binance', 'kraken']),
    baseCoin: Type.String({ pattern: '^[A-Z]{3,5}$' }),
    apiKey: Type.String({ minLength: 1 }),
    secret: Type.String({ minLength: 1 }),
  },
  { additionalProperties: false },
);

interface VenueParts {
  database: Database;
  catalogue: Catalogue;
  /** The embedded market; a real exchange has its own prices */
  feed: MarketFeed | null;
}

/** Creates the exchange on which the host trades (D71), with controls if it is embedded; null: none. Throws a ConfigurationError or a SecretFileError. */
export async function createVenue(
  { hedgingVenue }: Pick<ServerEnvironment, 'hedgingVenue'>,
  { database, catalogue, feed }: VenueParts,
): Promise<{ venue: LiquidityVenue; controls: VenueControls | null } | null> {
  if (hedgingVenue.kind === 'file') {
    const file = readVenueFile(hedgingVenue.path, await readSecretFile(hedgingVenue.path, 'venues'));
    const { createCcxtVenue } = await import('./ports/venue/ccxt/ccxtVenue.ts');
    const networkTitle = (slug: string): string => catalogue.networks.get(slug)?.title ?? slug;
    return { venue: await createCcxtVenue({ ...file, networkTitle }), controls: null };
  }
  if (hedgingVenue.kind === 'none' || !feed) return null;
  return createEmbeddedVenue({ store: createEmbeddedVenueStore(database), feed });
}

/** Never repeats what the file contains. */
function readVenueFile(path: string, text: string) {
  try {
    return Value.Parse(VenueFile, JSON.parse(text));
  } catch {
    throw new ConfigurationError(
      `VENUES_FILE (${path}) must contain {"exchange": "binance" or "kraken", "baseCoin", "apiKey", "secret"} and nothing else.`,
    );
  }
}

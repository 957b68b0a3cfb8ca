import { ConfigurationError } from '../settings/configurationError.ts';
import { dataDirectoryOf, wholeNumber, type Variables } from '../settings/variables.ts';

export interface DatabaseSettings {
  dataDirectory: string;
  /** PostgreSQL; null for the embedded database in the data directory */
  databaseUrl: string | null;
  /** Maximum number of PostgreSQL connections of this process */
  databasePool: number;
}

/** Throws a ConfigurationError, which never repeats the address: it contains a password. */
export function readDatabaseSettings(variables: Variables): DatabaseSettings {
  return {
    dataDirectory: dataDirectoryOf(variables),
    databaseUrl: readDatabaseUrl(variables['DATABASE_URL']),
    databasePool: wholeNumber(variables, 'DATABASE_POOL', 10, 2, 500),
  };
}

function readDatabaseUrl(text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && ['postgres:', 'postgresql:'].includes(url.protocol) && url.pathname.length > 1) return text;
  throw new ConfigurationError('DATABASE_URL must be an address such as postgres://user:password@host:5432/database.');
}

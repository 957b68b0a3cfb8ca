import { join } from 'node:path';
import { LIVE_PATH } from '../contract/live.ts';
import { readJson } from './storage/jsonFile.ts';

/** The API host of a checkout. `API_URL` names another one: "https://exchange.example.org" */
const DEFAULT_API_URL = 'http://localhost:3000';

export interface Configuration {
  /** Origin of the API host and its website */
  apiUrl: string;
  /** Its live connection: "wss://exchange.example.org/api/v2/ws" */
  liveUrl: string;
}

/** Returns the variables that `npm run desktop:package` stored in the `package.json` of the app; none in a checkout. */
export function packagedVariables(appPath: string): NodeJS.ProcessEnv {
  const description = readJson(join(appPath, 'package.json'));
  const isPackaged = typeof description === 'object' && description !== null && 'variables' in description;
  return isPackaged ? { ...(description.variables as NodeJS.ProcessEnv) } : {};
}

/** Reads the configuration from the environment. Throws an error that names an invalid variable. */
export function readConfiguration(variables: NodeJS.ProcessEnv): Configuration {
  const text = variables['API_URL'] ?? DEFAULT_API_URL;
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Error(`API_URL must be an http or https address, not ${text}`);
  const liveUrl = url.origin.replace(/^http/, 'ws') + LIVE_PATH;
  return { apiUrl: url.origin, liveUrl };
}

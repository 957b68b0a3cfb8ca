import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { LIVE_PATH } from '../contract/live.ts';
import { isThisComputer } from './shell/allowedLinks.ts';

/** The API host of a copy that was not packaged. `API_URL` names another one: "http://localhost:3000" */
const DEFAULT_API_URL = 'http://localhost:3000';

export interface Configuration {
  /** Origin of the API host and its website */
  apiUrl: string;
  /** Its live connection: "wss://exchange.example.org/api/v2/ws" */
  liveUrl: string;
  /** Null: this copy does not update itself. */
  updates: UpdateSettings | null;
}

const UpdateSettings = Type.Object({
  /** Folder of the feed: "https://downloads.example.org/desktop/" */
  url: Type.String(),
  /** "latest": the feed is `latest.yml`, `latest-mac.yml`, `latest-linux.yml` */
  channel: Type.String(),
  /** Ed25519, in hex. One of them must have signed the feed. */
  publicKeys: Type.Array(Type.String(), { minItems: 1 }),
});
export type UpdateSettings = Static<typeof UpdateSettings>;

/** What `npm run desktop:package` writes into the package.json of the packages, which Electron verifies with the rest of the archive. */
const packagedDescription = Compile(
  Type.Object({ desktop: Type.Object({ apiUrl: Type.Optional(Type.String()), updates: Type.Optional(UpdateSettings) }) }),
);

/**
 * Reads the configuration from the environment and the app's package.json. The feed of updates comes from the package only. Throws an
 * error that names an invalid variable.
 */
export function readConfiguration(variables: NodeJS.ProcessEnv, description: unknown): Configuration {
  const packaged = packagedDescription.Check(description) ? description.desktop : {};
  const text = variables['API_URL'] ?? packaged.apiUrl ?? DEFAULT_API_URL;
  const url = URL.parse(text);
  // The app sends the session's tokens to this host.
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isThisComputer(url))))
    throw new Error(`API_URL must be an https address, or http on this computer, not ${text}`);
  const liveUrl = url.origin.replace(/^http/, 'ws') + LIVE_PATH;
  return { apiUrl: url.origin, liveUrl, updates: packaged.updates ?? null };
}

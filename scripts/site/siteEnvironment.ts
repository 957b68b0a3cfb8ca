import { publicKeys } from '../../server/guarantee/signingSettings.ts';
import { list, origin, origins, wholeNumber, type Variables } from '../../server/settings/variables.ts';

/** Returns the settings of the site. The API host reads its own (server/env.ts). Throws a ConfigurationError that names the variable. */
export function parseSiteEnvironment(variables: Variables) {
  return {
    port: wholeNumber(variables, 'PORT', 3000, 0, 65_535),
    host: variables['HOST'] || '127.0.0.1',
    /** A remote API host instead of the embedded one. */
    apiUrl: origin(variables, 'API_URL'),
    trustedProxies: list(variables, 'TRUSTED_PROXIES'),
    /** What customers type, for canonical links: "https://swap.example"; null takes it from the request. */
    publicOrigin: origin(variables, 'PUBLIC_ORIGIN'),
    /** The sites of the messenger that may show the mini-app in a frame */
    messengerOrigins: origins(variables, 'MESSENGER_ORIGINS', ['https://web.telegram.org']),
    checkMeta: variables['CHECK_META'] === 'yes',
    /** Public keys in hex of the API host, pinned here (D42) */
    signingKeys: publicKeys(variables, 'PINNED_SIGNING_KEYS'),
  };
}

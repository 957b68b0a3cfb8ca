import { isPublicKey } from '../../contract/signedDocuments/signature.ts';
import { ConfigurationError } from '../settings/configurationError.ts';
import { dataDirectoryOf, list, type Variables } from '../settings/variables.ts';

export interface SigningSettings {
  signingKeyFile: string;
  /** Former Ed25519 public keys in hex, in addition to those in the data directory */
  previousSigningKeys: string[];
}

/** Returns the default path of the signing key. */
export const defaultSigningKeyFile = (dataDirectory: string): string => `${dataDirectory}/signing-key`;

/** Throws a ConfigurationError. */
export function readSigningSettings(variables: Variables): SigningSettings {
  return {
    signingKeyFile: variables['SIGNING_KEY_FILE'] || defaultSigningKeyFile(dataDirectoryOf(variables)),
    previousSigningKeys: publicKeys(variables, 'SIGNING_PREVIOUS_KEYS'),
  };
}

/** Returns the Ed25519 public keys that the variable lists, in hex. Throws a ConfigurationError. */
export function publicKeys(variables: Variables, name: string): string[] {
  const keys = list(variables, name);
  const wrong = keys.find((key) => !isPublicKey(key));
  if (wrong === undefined) return keys;
  throw new ConfigurationError(`${name} must be public keys of 64 hex digits, separated by commas, not "${wrong}".`);
}

import { SecretFileError } from '../server/common/secretFile.ts';
import { ConfigurationError } from '../server/settings/configurationError.ts';

/** Prints an error and ends the process with code 1. Only an error that the operator can correct is printed without its stack. */
export function failCommand(error: unknown): never {
  console.error(error instanceof ConfigurationError || error instanceof SecretFileError ? error.message : error);
  process.exit(1);
}

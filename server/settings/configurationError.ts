/** An invalid configuration. The message names the variable and the expected value. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

import { compare, type Decimal } from '../../contract/money.ts';
import { ConfigurationError } from './configurationError.ts';
import type { SettingName } from './settingTable.ts';

/** Throws a ConfigurationError that names the first value that is larger than the next one, and says what that would do. */
export function requireRising(values: readonly (readonly [name: SettingName, value: Decimal])[], consequence: string): void {
  for (const [index, [name, value]] of values.entries()) {
    const next = values[index + 1];
    if (next === undefined || compare(value, next[1]) <= 0) continue;
    throw new ConfigurationError(`${name} (${value}) must be at most ${next[0]} (${next[1]}): ${consequence}.`);
  }
}

import { clientGroup } from '../../contract/clientGroup.ts';
import { insertBlacklistEntry } from '../db/repositories/keys.ts';
import type { BlacklistTable } from '../db/tables/host.ts';
import { normalForms } from '../instruments/addresses/index.ts';
import type { OperatorContext } from './operatorContext.ts';

/** Adds an entry to the blacklist (D51): an address in all its equivalent spellings, a client with its whole address range. */
export async function addToBlacklist(
  { catalogue, database, now }: OperatorContext,
  { kind, value, reason = null }: Pick<BlacklistTable, 'kind' | 'value'> & { reason?: string | null },
): Promise<void> {
  const forms = { ADDRESS: () => normalForms(value, catalogue), CLIENT: () => [clientGroup(value)], EMAIL: () => [] }[kind]();
  for (const form of new Set([value, ...forms])) {
    await insertBlacklistEntry(database, { kind, value: form, reason, created_at: now() });
  }
}

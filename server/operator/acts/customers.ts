import Type from 'typebox';
import { clientGroup } from '../../../contract/clientGroup.ts';
import { closed } from '../../../contract/schemas/common.ts';
import { insertBlacklistEntry } from '../../db/repositories/keys.ts';
import { normalForms } from '../../instruments/addresses/index.ts';
import { defineAct, type Act } from './act.ts';

export const BLACKLIST_KINDS = ['ADDRESS', 'EMAIL', 'CLIENT'] as const;

/** Adds an entry to the blacklist (D51): an address in all its equivalent spellings, a client with its whole address range. */
const blacklist = defineAct({
  scope: 'customers',
  input: Type.Object(
    {
      kind: Type.Enum(BLACKLIST_KINDS),
      value: Type.String({ minLength: 1, maxLength: 300 }),
      reason: Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()]),
    },
    closed,
  ),
  plan: async ({ catalogue, now }, { kind, value, reason }) => {
    const forms = { ADDRESS: () => normalForms(value, catalogue), CLIENT: () => [clientGroup(value)], EMAIL: () => [] }[kind]();
    const values = [...new Set([value, ...forms])];
    return await Promise.resolve({
      subject: `${kind} ${value}`,
      effect: { kind, values },
      versions: [],
      reason,
      execute: async (transaction) => {
        for (const form of values) await insertBlacklistEntry(transaction, { kind, value: form, reason, created_at: now() });
      },
    });
  },
});

export const customerActs = { blacklist } satisfies Record<string, Act>;

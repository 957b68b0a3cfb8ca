import type { Insertable } from 'kysely';
import type { Database, Executor } from '../database.ts';
import type { EvmSendAttemptTable, EvmSendTable } from '../tables/chain.ts';
import {
  findEvmSend,
  insertEvmSend,
  insertEvmSendAttempt,
  listEvmSendAttempts,
  listUnsettledEvmSends,
  nextEvmNonce,
  settleEvmSend,
  writeConflictingHash,
} from './evmSends.ts';

type NewSend = Omit<Insertable<EvmSendTable>, 'network'>;
type NewAttempt = Omit<Insertable<EvmSendAttemptTable>, 'network'>;

/** Returns the storage that `ports/chain/evm/evmSendStore.ts` declares, for one network. */
export function createEvmSendStore(database: Database, network: string) {
  return {
    find: (key: string) => findEvmSend(database, network, key),
    listUnsettled: (fromAddress?: string) => listUnsettledEvmSends(database, network, fromAddress),
    listAttempts: (key: string) => listEvmSendAttempts(database, network, key),
    nextNonce: (fromAddress: string) => nextEvmNonce(database, network, fromAddress),
    insert: (send: NewSend, attempt: NewAttempt, fence?: (transaction: Executor) => Promise<void>) =>
      database.transaction().execute(async (transaction) => {
        await fence?.(transaction);
        if (!(await insertEvmSend(transaction, { ...send, network }))) return false;
        await insertEvmSendAttempt(transaction, { ...attempt, network });
        return true;
      }),
    insertAttempt: (attempt: NewAttempt) => insertEvmSendAttempt(database, { ...attempt, network }),
    settle: (key: string, failure: string | null) => settleEvmSend(database, network, key, failure),
    writeConflictingHash: (key: string, hash: string | null) => writeConflictingHash(database, network, key, hash),
  };
}

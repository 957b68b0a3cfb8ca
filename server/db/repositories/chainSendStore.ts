import type { Insertable } from 'kysely';
import type { Database, Executor } from '../database.ts';
import type { ChainSendAttemptTable, ChainSendTable } from '../tables/chain.ts';
import {
  findChainSend,
  insertChainSend,
  insertChainSendAttempt,
  listChainSendAttempts,
  listUnsettledSends,
  nextChainNonce,
  settleChainSend,
  writeConflictingHash,
} from './chainSends.ts';

type NewSend = Omit<Insertable<ChainSendTable>, 'network'>;
type NewAttempt = Omit<Insertable<ChainSendAttemptTable>, 'network'>;

/** Returns the storage that `ports/chain/evm/chainSendStore.ts` declares, for one network. */
export function createChainSendStore(database: Database, network: string) {
  return {
    find: (key: string) => findChainSend(database, network, key),
    listUnsettled: (fromAddress?: string) => listUnsettledSends(database, network, fromAddress),
    listAttempts: (key: string) => listChainSendAttempts(database, network, key),
    nextNonce: (fromAddress: string) => nextChainNonce(database, network, fromAddress),
    insert: (send: NewSend, attempt: NewAttempt, fence?: (transaction: Executor) => Promise<void>) =>
      database.transaction().execute(async (transaction) => {
        await fence?.(transaction);
        if (!(await insertChainSend(transaction, { ...send, network }))) return false;
        await insertChainSendAttempt(transaction, { ...attempt, network });
        return true;
      }),
    insertAttempt: (attempt: NewAttempt) => insertChainSendAttempt(database, { ...attempt, network }),
    settle: (key: string, failure: string | null) => settleChainSend(database, network, key, failure),
    writeConflictingHash: (key: string, hash: string | null) => writeConflictingHash(database, network, key, hash),
  };
}

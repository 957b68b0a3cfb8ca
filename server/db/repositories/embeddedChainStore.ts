import type { Database, Executor } from '../database.ts';
import { lockInTransaction } from '../lockInTransaction.ts';
import * as chains from './embeddedChains.ts';
import * as faults from './embeddedFaults.ts';

/** Returns the storage that `ports/chain/embedded/embeddedChainStore.ts` declares. */
export function createEmbeddedChainStore(database: Database) {
  return {
    ...queriesOf(database),
    lock: <Result>(
      name: string,
      work: (transaction: ReturnType<typeof queriesOf> & { transaction: Executor }) => Promise<Result>,
    ): Promise<Result> =>
      database.transaction().execute(async (transaction) => {
        await lockInTransaction(transaction, name);
        return await work({ ...queriesOf(transaction), transaction });
      }),
  };
}

function queriesOf(executor: Executor) {
  const bind =
    <Parameters extends unknown[], Result>(query: (executor: Executor, ...parameters: Parameters) => Result) =>
    (...parameters: Parameters): Result =>
      query(executor, ...parameters);
  return {
    findNetwork: bind(chains.findEmbeddedNetwork),
    listNetworks: bind(chains.listEmbeddedNetworks),
    insertNetwork: bind(chains.insertEmbeddedNetwork),
    setClock: bind(chains.setEmbeddedClock),
    advance: bind(chains.advanceEmbeddedNetwork),
    setMode: bind(chains.setEmbeddedMode),
    setFeeFactor: bind(faults.setEmbeddedFeeFactor),
    insertTransfer: bind(chains.insertEmbeddedTransfer),
    findTransfer: bind(chains.findEmbeddedTransfer),
    findTransferByKey: bind(chains.findEmbeddedTransferByKey),
    listTransfersTo: bind(chains.listEmbeddedTransfersTo),
    listTransfersAbove: bind(faults.listEmbeddedTransfersAbove),
    listRecentTransfers: bind(chains.listRecentTransfers),
    countUnconfirmed: bind(chains.countUnconfirmed),
    sumUnconfirmedTo: bind(chains.sumUnconfirmedTo),
    moveTransfers: bind(faults.moveEmbeddedTransfers),
    replaceTransfer: bind(faults.replaceEmbeddedTransfer),
    deleteTransfer: bind(faults.deleteEmbeddedTransfer),
    findBalance: bind(chains.findEmbeddedBalance),
    openBalances: bind(chains.openEmbeddedBalances),
    replaceBalance: bind(chains.replaceEmbeddedBalance),
  };
}

import { createHash } from 'node:crypto';
import { createOneAtATime } from '../../../common/oneAtATime.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import { fieldOf, RpcError } from '../nodeAnswers.ts';
import { listOf, unitsOf } from './moneroDaemon.ts';
import type { MoneroKeys } from './moneroKeys.ts';
import type { MoneroParameters, MoneroRpc } from './moneroRpc.ts';

/** A coin of the treasury's wallet in a block. */
export interface OwnCoin {
  txHash: string;
  keyIndex: number;
  units: bigint;
  blockHeight: number;
  /** Names the coin where it is spent; meaningless in a wallet that only watches */
  keyImage: string;
  isUnlocked: boolean;
  /** Identifies the coin in every wallet */
  publicKey: string;
  /** The wallet does not spend it. */
  isFrozen: boolean;
}

/** What waits to be mined and pays an address of ours. */
export type WaitingPayment = Pick<OwnCoin, 'txHash' | 'keyIndex' | 'units'>;

/** A transaction in a block that left the wallet. */
export interface WalletSpend {
  txHash: string;
  blockHeight: number;
  /** What others received, and the fee, in base units */
  units: bigint;
  fee: bigint;
}

export interface SignedTransaction {
  txHash: string;
  /** In hex */
  bytes: string;
  txKey: string;
  /** In base units */
  fee: bigint;
  keyImages: string[];
}

/** The treasury's wallet in one wallet program. Methods throw RpcError or ChainUnavailableError. */
export interface MoneroWallet {
  /** Reads the blocks up to the newest one of the wallet's node. Throws ChainUnavailableError when it has fewer than `height`. */
  refresh(top: { height: number; hash: string }): Promise<void>;
  /** Makes the wallet watch all addresses up to an index, and more beyond it. */
  watch(keyIndex: number): Promise<void>;
  /** Makes the wallet watch some more addresses, until it watches those up to an index. */
  watchMore(keyIndex: number): Promise<void>;
  /** Returns the coins of some addresses, spent ones too. */
  coinsOf(keyIndexes: readonly number[]): Promise<OwnCoin[]>;
  /** Returns the coins that the wallet has not spent in a block. */
  unspent(): Promise<OwnCoin[]>;
  waiting(keyIndexes: readonly number[]): Promise<WaitingPayment[]>;
  /** Returns what left the wallet above a height, in the order of the network. */
  spends(aboveHeight: number): Promise<WalletSpend[]>;
  /** Signs a payment without sending it. */
  sign(payees: readonly { address: string; units: bigint }[]): Promise<SignedTransaction>;
  /** Keeps the wallet from spending coins. Does nothing for coins that it does not know yet. */
  freeze(keyImages: readonly string[]): Promise<void>;
  thaw(keyImages: readonly string[]): Promise<void>;
  /** Stores a note in the wallet's file, which is no part of the host's backups. */
  writeNote(name: string, value: string): Promise<void>;
  readNote(name: string): Promise<string | null>;
}

export interface MoneroWalletOptions {
  rpc: MoneroRpc;
  keys: MoneroKeys;
  /** The wallet gets no key by which it could spend. */
  isViewOnly: boolean;
  /** Returns the first height that a new file of the wallet reads. */
  restoreHeight(): Promise<number>;
  /** Returns the highest index that the wallet must watch when it is opened. */
  watchedIndex(): Promise<number>;
}

/** wallet_rpc_server_error_codes.h */
const NO_WALLET_FILE = -13;
const INDEX_OUT_OF_BOUND = -15;
const NO_ATTRIBUTE = -45;
const CANNOT_OPEN = -1;

/** Opening a file derives its key at length, and reading many blocks takes longer. */
const LONG_MS = 300_000;
/** A wallet sees as many addresses beyond the last one that was created in it (wallet2.cpp). */
const BUILT_IN_LOOKAHEAD = 199;
/** Addresses to create in one call, which takes a second */
const CREATED_AT_ONCE = 64;
/** The note in the file that says up to which index the wallet has watched its addresses in all blocks */
const WATCHED_NOTE = 'causeway watched';
/** Of four levels; `MoneroDaemon.feePerByte` has its price. */
const PRIORITY = 2;

export function createMoneroWallet(options: MoneroWalletOptions): MoneroWallet {
  const { rpc, keys, isViewOnly } = options;
  const oneAtATime = createOneAtATime();
  const primary = keys.addressAt(0);
  const secret = isViewOnly ? keys.viewKey : keys.spendKey;
  const filename = `causeway-${primary.slice(0, 12)}${isViewOnly ? '-view' : ''}`;
  // A copy of the file alone is worth nothing.
  const password = createHash('sha256').update(`wallet file of ${secret}`).digest('hex');
  /** The newest block that was read */
  let read: string | null = null;
  /** All addresses up to this index were created; null until the wallet was opened by this process. */
  let created: number | null = null;

  async function call(method: string, parameters: MoneroParameters = {}, timeoutMs?: number): Promise<unknown> {
    if (created === null) await oneAtATime('open', open);
    try {
      return await rpc.call(method, parameters, timeoutMs);
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== NO_WALLET_FILE) throw error;
      // The program was restarted.
      created = null;
      await oneAtATime('open', open);
      return await rpc.call(method, parameters, timeoutMs);
    }
  }

  async function open(): Promise<void> {
    if (created !== null) return;
    if ((await openAddress()) !== primary) {
      await openFile();
      if ((await openAddress()) !== primary) throw new ChainUnavailableError('the wallet file has other keys');
    }
    // Otherwise the program would read blocks between two calls that must see the same.
    await rpc.call('auto_refresh', { enable: false });
    read = null;
    await extend(await countCreated(), await options.watchedIndex(), Number((await readNote(WATCHED_NOTE)) ?? 0));
  }

  async function openAddress(): Promise<string | null> {
    try {
      return String(fieldOf(await rpc.call('get_address', { account_index: 0, address_index: [0] }), 'address'));
    } catch (error) {
      if (error instanceof RpcError && error.code === NO_WALLET_FILE) return null;
      throw error;
    }
  }

  async function openFile(): Promise<void> {
    try {
      await rpc.call('open_wallet', { filename, password }, LONG_MS);
      return;
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== CANNOT_OPEN) throw error;
    }
    const parameters = {
      restore_height: await options.restoreHeight(),
      filename,
      password,
      address: primary,
      viewkey: keys.viewKey,
      ...(!isViewOnly && { spendkey: keys.spendKey }),
    };
    await rpc.call('generate_from_keys', parameters, LONG_MS);
  }

  /** Returns the highest index that was created in the wallet, by bisection: a list of all of them would be long. */
  async function countCreated(): Promise<number> {
    let [low, high] = [0, CREATED_AT_ONCE];
    for (; await isCreated(high); high *= 2) low = high;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (await isCreated(middle)) low = middle;
      else high = middle;
    }
    return low;
  }

  async function isCreated(index: number): Promise<boolean> {
    try {
      await rpc.call('get_address', { account_index: 0, address_index: [index] });
      return true;
    } catch (error) {
      if (error instanceof RpcError && error.code === INDEX_OUT_OF_BOUND) return false;
      throw error;
    }
  }

  async function create(from: number, to: number): Promise<number> {
    let last = from;
    for (; last < to; last += CREATED_AT_ONCE) {
      await rpc.call('create_address', { account_index: 0, count: CREATED_AT_ONCE });
    }
    return last;
  }

  /**
   * Creates addresses. The file may be new or an old copy: then payments to them may be in blocks that the wallet has read. `watched`: the
   * last index that it watched in all blocks; less than `from` if an earlier attempt ended before the blocks were read again.
   */
  async function extend(from: number, to: number, watched = from): Promise<void> {
    if (to <= from && watched >= from) {
      created = from;
      return;
    }
    try {
      const last = await create(from, to);
      if (Math.max(from, to) > watched + BUILT_IN_LOOKAHEAD) await rpc.call('rescan_blockchain', {}, LONG_MS);
      await rpc.call('set_attribute', { key: WATCHED_NOTE, value: String(last) });
      await rpc.call('store');
      created = last;
    } catch (error) {
      // They are counted again.
      created = null;
      throw error;
    }
  }

  /** Reads the file of the wallet that is open. */
  async function readNote(name: string): Promise<string | null> {
    try {
      return String(fieldOf(await rpc.call('get_attribute', { key: name }), 'value'));
    } catch (error) {
      if (error instanceof RpcError && error.code === NO_ATTRIBUTE) return null;
      throw error;
    }
  }

  const coinsIn = (answer: unknown): OwnCoin[] =>
    listOf(answer, 'transfers').map((one) => ({
      txHash: String(fieldOf(one, 'tx_hash')),
      keyIndex: Number(fieldOf(fieldOf(one, 'subaddr_index'), 'minor')),
      units: unitsOf(one, 'amount'),
      blockHeight: Number(fieldOf(one, 'block_height')),
      keyImage: String(fieldOf(one, 'key_image')),
      isUnlocked: fieldOf(one, 'unlocked') === true,
      publicKey: String(fieldOf(one, 'pubkey')),
      isFrozen: fieldOf(one, 'frozen') === true,
    }));

  return {
    async refresh({ height, hash }) {
      // A program that was restarted reads its file anew.
      const known = Number(fieldOf(await call('get_height'), 'height'));
      if (read === hash && known > height) return;
      await call('refresh', {}, LONG_MS);
      const blocks = Number(fieldOf(await call('get_height'), 'height'));
      if (!(blocks > height)) throw new ChainUnavailableError('a wallet has not read the newest blocks yet');
      read = hash;
    },
    async watch(keyIndex) {
      await call('get_version');
      await oneAtATime('create', async () => {
        const known = created ?? 0;
        if (keyIndex > known + BUILT_IN_LOOKAHEAD / 2) await extend(known, keyIndex);
      });
    },
    async watchMore(keyIndex) {
      await call('get_version');
      await oneAtATime('create', async () => {
        const known = created ?? 0;
        await extend(known, Math.min(keyIndex, known + CREATED_AT_ONCE));
      });
    },
    coinsOf: async (keyIndexes) =>
      keyIndexes.length === 0
        ? []
        : coinsIn(await call('incoming_transfers', { transfer_type: 'all', account_index: 0, subaddr_indices: [...keyIndexes] })),
    unspent: async () => coinsIn(await call('incoming_transfers', { transfer_type: 'available', account_index: 0 })),
    async waiting(keyIndexes) {
      if (keyIndexes.length === 0) return [];
      const answer = await call('get_transfers', { pool: true, account_index: 0, subaddr_indices: [...keyIndexes] });
      return listOf(answer, 'pool').flatMap((one) => {
        const units = unitsOf(one, 'amount');
        // After a reorg, an entry of nothing stays. A double spend may never be mined.
        if (units === 0n || fieldOf(one, 'double_spend_seen') === true) return [];
        return [
          { txHash: String(fieldOf(one, 'txid')), keyIndex: Number(fieldOf(fieldOf(one, 'subaddr_index'), 'minor')), units },
        ];
      });
    },
    async spends(aboveHeight) {
      const range = { filter_by_height: true, min_height: Math.max(0, aboveHeight) };
      const spends = listOf(await call('get_transfers', { out: true, account_index: 0, ...range }), 'out').map((one) => ({
        txHash: String(fieldOf(one, 'txid')),
        blockHeight: Number(fieldOf(one, 'height')),
        units: unitsOf(one, 'amount'),
        fee: unitsOf(one, 'fee'),
      }));
      return spends.toSorted((a, b) => a.blockHeight - b.blockHeight || (a.txHash < b.txHash ? -1 : 1));
    },
    async sign(payees) {
      const answer = await call('transfer', {
        destinations: payees.map(({ address, units }) => ({ address, amount: units })),
        account_index: 0,
        priority: PRIORITY,
        do_not_relay: true,
        get_tx_hex: true,
        get_tx_key: true,
      });
      return {
        txHash: String(fieldOf(answer, 'tx_hash')),
        bytes: String(fieldOf(answer, 'tx_blob')),
        txKey: String(fieldOf(answer, 'tx_key')),
        fee: unitsOf(answer, 'fee'),
        keyImages: listOf(fieldOf(answer, 'spent_key_images'), 'key_images').map(String),
      };
    },
    async freeze(keyImages) {
      for (const image of keyImages) await call('freeze', { key_image: image }).catch(unlessUnknown);
    },
    async thaw(keyImages) {
      for (const image of keyImages) await call('thaw', { key_image: image }).catch(unlessUnknown);
    },
    async writeNote(name, value) {
      await call('set_attribute', { key: name, value });
      await call('store');
    },
    async readNote(name) {
      await call('get_version');
      return await readNote(name);
    },
  };
}

function unlessUnknown(error: unknown): void {
  if (!(error instanceof RpcError)) throw error;
}

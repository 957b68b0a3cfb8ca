import { describe, expect, it } from 'vitest';
import { ChainUnavailableError } from '../chainGateway.ts';
import { RpcError } from '../nodeAnswers.ts';
import { createMoneroKeys } from './moneroKeys.ts';
import type { MoneroRpc } from './moneroRpc.ts';
import { createMoneroWallet } from './moneroWallet.ts';

const keys = createMoneroKeys(new Uint8Array(64).fill(9), 'regtest');
const WANTED = 1_300;

/** A wallet program whose file has some addresses; null when it has no file. */
function openWallet(count: number | null, watched: number | null = count) {
  const program = { isOpen: false, highest: count ?? 0, watched, isKilled: false, changes: new Array<string>() };
  const note = (method: string): void => {
    if (program.changes.at(-1) !== method) program.changes.push(method);
  };
  const methods: Record<string, (parameters: { address_index?: number[]; count?: number; value?: string }) => unknown> = {
    get_address: ({ address_index: [index = 0] = [] }) => {
      if (!program.isOpen) throw new RpcError(-13, 'No wallet file');
      if (index > program.highest) throw new RpcError(-15, 'address index is out of bound');
      return { address: keys.addressAt(0) };
    },
    open_wallet: () => {
      if (count === null) throw new RpcError(-1, 'Failed to open wallet');
      program.isOpen = true;
    },
    generate_from_keys: () => {
      program.isOpen = true;
      note('generate');
    },
    create_address: ({ count: more = 1 }) => {
      program.highest += more;
      note('create');
    },
    rescan_blockchain: () => {
      if (program.isKilled) throw new ChainUnavailableError('the host was killed');
      note('rescan');
    },
    get_attribute: () => {
      if (program.watched === null) throw new RpcError(-45, 'no attribute');
      return { value: String(program.watched) };
    },
    set_attribute: ({ value }) => {
      program.watched = Number(value);
    },
    store: () => note('store'),
  };
  const rpc: MoneroRpc = {
    call: async (method, parameters) => methods[method]?.(parameters as Parameters<(typeof methods)[string]>[0]) ?? {},
    post: () => expect.fail(),
  };
  const options = { rpc, keys, isViewOnly: true, restoreHeight: async () => 0, watchedIndex: async () => WANTED };
  return { program, wallet: createMoneroWallet(options), restart: () => createMoneroWallet(options) };
}

describe('the file of a wallet', () => {
  it.each<[string, number | null, string[], (number | null)?]>([
    ['a new file', null, ['generate', 'create', 'rescan', 'store']],
    ['an old copy', 1_000, ['create', 'rescan', 'store']],
    ['a file that lacks some of the last addresses', WANTED - 100, ['create', 'store']],
    ['a complete file', WANTED, []],
    ['a file that does not say what it watched', WANTED, ['rescan', 'store'], null],
  ])('watches all addresses, and reads blocks again where it did not: %s', async (_case, count, changes, watched = count) => {
    const { program, wallet } = openWallet(count, watched);
    await wallet.unspent();
    expect(program.changes).toEqual(changes);
    expect(program.highest).toBeGreaterThanOrEqual(WANTED);
  });

  it('reads blocks again when the host was killed between creating the addresses and that', async () => {
    const { program, wallet, restart } = openWallet(null);
    program.isKilled = true;
    await expect(wallet.unspent()).rejects.toThrow('killed');
    expect(program.highest).toBeGreaterThanOrEqual(WANTED);
    program.isKilled = false;
    const restarted = restart();
    await restarted.unspent();
    expect(program.changes).toEqual(['generate', 'create', 'rescan', 'store']);
    await restart().unspent();
    expect(program.changes).toEqual(['generate', 'create', 'rescan', 'store']);
  });

  it('reads blocks again for an address beyond those that it watched', async () => {
    const { program, wallet } = openWallet(WANTED);
    await wallet.watch(WANTED + 150);
    expect(program.changes).toEqual(['create', 'store']);
    await wallet.watch(WANTED + 1_000);
    expect(program.changes).toEqual(['create', 'store', 'create', 'rescan', 'store']);
  });
});

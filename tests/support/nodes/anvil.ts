import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, dirname } from 'node:path';
import {
  createTestClient,
  encodeAbiParameters,
  http,
  isHex,
  pad,
  parseEther,
  publicActions,
  walletActions,
  type Address,
  type Hex,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { ERC20 } from '../../../server/ports/chain/evm/evmCalls.ts';
import { balanceSlot, blockedSlot, FORWARDER_CODE, SPLITTER_CODE, tokenCode, type TokenVariant } from './erc20.ts';

const require = createRequire(import.meta.url);

export interface AnvilOptions {
  chainId: number;
  /** `manual`: blocks only by `mine`; a number: seconds between blocks; `automatic`: one block per transaction. */
  mining: 'manual' | 'automatic' | number;
  /** The rules of the network; by default the newest */
  hardfork?: 'cancun';
}

/** A real EVM node on a free local port, without a network, with funded accounts. */
export type Anvil = Awaited<ReturnType<typeof startAnvil>>;

const START_TIMEOUT_MS = 180_000;
/** Anvil's public test phrase. Its first account is the customer of the tests. */
const CUSTOMER_PHRASE = 'test test test test test test test test test test test junk';

/** Address of the contract that forwards coins. */
const FORWARDER: Address = '0x00000000000000000000000000000000000f0016';
const SPLITTER: Address = '0x00000000000000000000000000000000000f0017';

/** Starts a node. Throws when it does not listen in time. Its process ends with `stop` or with this process. */
export async function startAnvil({ chainId, mining, hardfork }: AnvilOptions) {
  const pace = mining === 'manual' ? ['--no-mining'] : mining === 'automatic' ? [] : ['--block-time', String(mining)];
  const rules = hardfork === undefined ? [] : ['--hardfork', hardfork];
  const launcher = join(dirname(require.resolve('@foundry-rs/anvil/package.json')), 'bin.mjs');
  const child = spawn(process.execPath, [launcher, '--port', '0', '--chain-id', String(chainId), ...pace, ...rules], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group: the launcher starts the node as a child, and both must end.
    detached: true,
  });
  const end = () => endGroup(child);
  process.once('exit', end);
  const port = await listeningPort(child).catch((error: unknown) => {
    end();
    throw error;
  });
  const url = `http://127.0.0.1:${port}`;
  const customer = mnemonicToAccount(CUSTOMER_PHRASE);
  const client = createTestClient({ mode: 'anvil', account: customer, transport: http(url), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);
  return {
    url,
    chainId,
    client,
    /** A customer with 10,000 coins. */
    customer: customer.address,
    mine: (blocks = 1) => client.mine({ blocks }),
    /** Sets a native balance; `coins` such as "12.5". */
    fund: (address: Address, coins: string) => client.setBalance({ address, value: parseEther(coins) }),
    /** Installs a minimal token at the address, with balances in base units. */
    async installToken(contract: Address, balances: readonly { owner: Address; units: bigint }[], variant?: TokenVariant) {
      await client.setCode({ address: contract, bytecode: tokenCode(variant) });
      for (const { owner, units } of balances) {
        const { slot, value } = balanceSlot(owner, units);
        await client.setStorageAt({ address: contract, index: slot, value });
      }
    },
    /** Blocks an account of a token that was installed with a blocklist. */
    async blockAccount(contract: Address, account: Address) {
      const { slot, value } = blockedSlot(account);
      await client.setStorageAt({ address: contract, index: slot, value });
    },
    coinsOf: (owner: Address): Promise<bigint> => client.getBalance({ address: owner }),
    tokensOf: (contract: Address, owner: Address): Promise<bigint> =>
      client.readContract({ address: contract, abi: ERC20, functionName: 'balanceOf', args: [owner] }),
    /** Pays coins as the customer. Returns the hash. */
    pay: (to: Address, coins: string): Promise<Hex> => client.sendTransaction({ to, value: parseEther(coins), chain: null }),
    /** Pays base units of an installed token as the customer. Returns the hash. */
    payToken: (contract: Address, to: Address, units: bigint): Promise<Hex> =>
      client.writeContract({ address: contract, abi: ERC20, functionName: 'transfer', args: [to, units], chain: null }),
    /** Pays coins through a contract, as contract wallets do. Returns the hash. */
    async payThroughContract(to: Address, coins: string): Promise<Hex> {
      await client.setCode({ address: FORWARDER, bytecode: FORWARDER_CODE });
      return client.sendTransaction({ to: FORWARDER, data: pad(to), value: parseEther(coins), chain: null });
    },
    /** Installs a contract that keeps coins it receives without call data. Returns its address. */
    async installForwarder(): Promise<Address> {
      await client.setCode({ address: FORWARDER, bytecode: FORWARDER_CODE });
      return FORWARDER;
    },
    /** Pays two addresses in one transaction of a contract, as exchanges do. Returns the hash. */
    async payTwo(first: Address, coinsOfFirst: string, second: Address, coinsOfSecond: string): Promise<Hex> {
      await client.setCode({ address: SPLITTER, bytecode: SPLITTER_CODE });
      const values = [parseEther(coinsOfFirst), parseEther(coinsOfSecond)] as const;
      const types = [{ type: 'address' }, { type: 'uint256' }, { type: 'address' }, { type: 'uint256' }] as const;
      const data = encodeAbiParameters(types, [first, values[0], second, values[1]]);
      return client.sendTransaction({ to: SPLITTER, data, value: values[0] + values[1], chain: null });
    },
    /** Pays base units as another account of the node, with a tip high enough to be first in its block. */
    payTokenAs: (position: number, contract: Address, to: Address, units: bigint, tipGwei: bigint, gas?: bigint): Promise<Hex> =>
      client.writeContract({
        account: mnemonicToAccount(CUSTOMER_PHRASE, { addressIndex: position }),
        address: contract,
        abi: ERC20,
        functionName: 'transfer',
        args: [to, units],
        chain: null,
        // A fixed gas limit skips the estimate, for a transaction that must fail in its block.
        ...(gas !== undefined && { gas }),
        maxPriorityFeePerGas: tipGwei * 1_000_000_000n,
        maxFeePerGas: tipGwei * 2_000_000_000n,
      }),
    /** Replaces the newest blocks by empty ones. The node forgets their transactions. */
    async reorganise(blocks: number): Promise<void> {
      await client.request({ method: 'anvil_reorg' as never, params: [blocks, []] as never });
    },
    /** Returns the signed bytes of a transaction. */
    async rawTransaction(hash: Hex): Promise<Hex> {
      const raw: unknown = await client.request({ method: 'eth_getRawTransactionByHash' as never, params: [hash] as never });
      if (!isHex(raw)) throw new Error('the node lost the transaction');
      return raw;
    },
    stop() {
      process.off('exit', end);
      end();
    },
  };
}

function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`anvil did not listen: ${output.slice(-500)}`)), START_TIMEOUT_MS);
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const port = /Listening on [\d.]+:(\d+)/.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}: ${output.slice(-500)}`)));
    child.once('error', reject);
  });
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    // The process has ended already.
  }
}

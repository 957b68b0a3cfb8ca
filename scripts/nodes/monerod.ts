import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { canInstall, installPackages } from '../apt.ts';
import { freePort } from '../site/freePort.ts';
import { startNodeProcess } from './nodeProcess.ts';

const NODE = '/usr/bin/monerod';
const WALLET = '/usr/bin/monero-wallet-rpc';
/** On a busy machine, a start takes a minute. */
const START_TIMEOUT_MS = 300_000;
/** The folder of the private chain inside the node's folder */
const CHAIN_FOLDER = 'fake';

/** Installs Monero where this process may: as root on Debian. Does nothing on other systems. */
export function installMonero(): void {
  if (!existsSync(NODE) && canInstall()) installPackages('Monero', ['monero'], () => existsSync(NODE) && existsSync(WALLET));
}

/** A node of a private chain of Monero, or a wallet beside one, in a temporary folder. */
export interface MoneroProgram {
  url: string;
  folder: string;
  stop(): Promise<void>;
}

/** Starts a node without peers. `from`: the folder of an ended node whose chain it continues. It ends with this process. */
export async function startMonerod({ from }: { from?: string } = {}): Promise<MoneroProgram> {
  requireInstalled();
  const [port, peerPort] = [await freePort(), await freePort()];
  const { folder, stop } = await startNodeProcess({
    program: NODE,
    options: (data) => {
      if (from !== undefined) cpSync(join(from, CHAIN_FOLDER), join(data, CHAIN_FOLDER), { recursive: true });
      return [
        '--regtest',
        '--offline',
        '--keep-fakechain',
        '--fixed-difficulty',
        '1',
        '--data-dir',
        data,
        '--non-interactive',
        '--rpc-bind-ip',
        '127.0.0.1',
        '--rpc-bind-port',
        String(port),
        '--p2p-bind-ip',
        '127.0.0.1',
        '--p2p-bind-port',
        String(peerPort),
        '--no-igd',
        '--no-zmq',
        '--check-updates',
        'disabled',
        '--disable-dns-checkpoints',
      ];
    },
    readyText: 'core RPC server started ok',
    timeoutMs: START_TIMEOUT_MS,
  });
  return { url: `http://127.0.0.1:${port}`, folder, stop };
}

/** Starts a wallet program that follows a node. `login`: "user:password" */
export async function startMoneroWallet(daemonUrl: string, login?: string): Promise<MoneroProgram> {
  requireInstalled();
  const port = await freePort();
  const { folder, stop } = await startNodeProcess({
    program: WALLET,
    options: (data) => [
      '--wallet-dir',
      data,
      '--shared-ringdb-dir',
      join(data, 'rings'),
      '--log-file',
      join(data, 'wallet.log'),
      '--daemon-address',
      new URL(daemonUrl).host,
      '--trusted-daemon',
      '--rpc-bind-ip',
      '127.0.0.1',
      '--rpc-bind-port',
      String(port),
      ...(login === undefined ? ['--disable-rpc-login'] : ['--rpc-login', login]),
    ],
    readyText: 'Starting wallet RPC server',
    timeoutMs: START_TIMEOUT_MS,
  });
  const credentials = login === undefined ? '' : `${login}@`;
  return { url: `http://${credentials}127.0.0.1:${port}`, folder, stop };
}

function requireInstalled(): void {
  if (!existsSync(NODE) || !existsSync(WALLET)) {
    throw new Error('These tests need monerod and monero-wallet-rpc. Install them (Debian: apt-get install monero).');
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canInstall, installPackages } from '../apt.ts';
import { freePort } from '../site/freePort.ts';
import { startNodeProcess } from './nodeProcess.ts';

/** The program inside Debian's package. The command of the same name is a wrapper that writes into the home directory. */
const PROGRAM = '/usr/lib/litecoin/litecoind';
const START_TIMEOUT_MS = 180_000;

/** Installs Litecoin Core where this process may: as root on Debian. Does nothing on other systems. */
export function installLitecoind(): void {
  if (!existsSync(PROGRAM) && canInstall()) installPackages('Litecoin Core', ['litecoind'], () => existsSync(PROGRAM));
}

export interface LitecoindOptions {
  /** The node to connect with */
  peer?: Pick<Litecoind, 'peerPort'> | undefined;
  /** With extension blocks and wallets, which pay into and out of them. They begin at block 432. */
  hasExtensionBlocks?: boolean;
}

/** A node of Litecoin's private chain `regtest`, in a temporary folder. */
export type Litecoind = Awaited<ReturnType<typeof startLitecoind>>;

/** Starts a node. It ends with `stop`, or with this process, however that ends. Throws a sentence that says what to install. */
export async function startLitecoind({ peer, hasExtensionBlocks = false }: LitecoindOptions = {}) {
  if (!existsSync(PROGRAM)) throw new Error('The tests need Litecoin Core. Install it (Debian: apt-get install litecoind).');
  const [rpcPort, peerPort] = [await freePort(), await freePort()];
  const { folder, stop } = await startNodeProcess({
    program: PROGRAM,
    options: (data) => [
      '-regtest',
      '-server',
      '-dnsseed=0',
      '-discover=0',
      '-listenonion=0',
      '-upnp=0',
      '-dbcache=16',
      '-debuglogfile=0',
      '-printtoconsole=1',
      '-mempoolreplacement=1',
      `-datadir=${data}`,
      `-rpcport=${rpcPort}`,
      '-rpcbind=127.0.0.1',
      '-rpcallowip=127.0.0.1',
      `-port=${peerPort}`,
      '-bind=127.0.0.1',
      ...(hasExtensionBlocks ? ['-fallbackfee=0.0001', '-keypool=5'] : ['-disablewallet=1', '-vbparams=mweb:-2:0']),
      ...(peer ? [`-addnode=127.0.0.1:${peer.peerPort}`] : []),
    ],
    // It follows the start of all parts.
    readyText: 'init message: Done loading',
    timeoutMs: START_TIMEOUT_MS,
  });
  const cookieFile = join(folder, 'regtest', '.cookie');
  return { url: `http://${readFileSync(cookieFile, 'utf8').trim()}@127.0.0.1:${rpcPort}`, cookieFile, rpcPort, peerPort, stop };
}

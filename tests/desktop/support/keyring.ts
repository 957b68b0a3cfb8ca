import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** "none": no keyring answers on the bus. "locked": it answers, but nobody can unlock it. */
export type KeyringState = 'unlocked' | 'locked' | 'none';

export interface Credential {
  account: string;
  password: string;
}

/** A keyring of its own on a bus of its own, apart from the person's who runs the tests. */
export interface Keyring {
  /** What a process needs to use this keyring */
  environment: Record<string, string>;
  /** Replaces the keyring's process. Stored secrets stay. */
  restart(state: KeyringState): Promise<void>;
  /** Unlocks the keyring that runs, as its password dialog does. */
  unlock(): Promise<void>;
  /** Returns the secrets of a service. Only for an unlocked keyring: keytar crashes on a locked one. */
  credentials(service: string): Promise<Credential[]>;
  stop(): Promise<void>;
}

const PASSWORD = 'test\n';
const READ = `require('keytar').findCredentials(process.argv[1]).then((found) => console.log(JSON.stringify(found)))`;
/** Without folders of services, so that the bus starts none by itself. */
const busConfiguration = (socket: string): string => `<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`;

export async function startKeyring(state: KeyringState): Promise<Keyring> {
  const folder = mkdtempSync(join(tmpdir(), 'keyring-'));
  const [data, runtime, bus] = ['data', 'runtime', 'bus'].map((name) => join(folder, name)) as [string, string, string];
  for (const path of [data, runtime]) mkdirSync(path, { mode: 0o700 });
  const environment = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}`, XDG_DATA_HOME: data, XDG_RUNTIME_DIR: runtime };
  const env = { ...process.env, ...environment };

  writeFileSync(join(folder, 'bus.conf'), busConfiguration(bus));
  const busProcess = spawn('dbus-daemon', ['--nofork', `--config-file=${join(folder, 'bus.conf')}`], { stdio: 'ignore', env });
  await until(() => existsSync(bus));
  let daemon: ChildProcess | null = null;

  async function restart(next: KeyringState): Promise<void> {
    await end(daemon);
    daemon = null;
    rmSync(join(runtime, 'keyring'), { recursive: true, force: true });
    if (next === 'none') return;
    // Only a keyring that exists can be locked.
    if (next === 'locked' && !existsSync(join(data, 'keyrings/login.keyring'))) await restart('unlocked').then(() => end(daemon));
    daemon = spawn(
      'gnome-keyring-daemon',
      ['--foreground', '--components=secrets', ...(next === 'unlocked' ? ['--unlock'] : [])],
      { stdio: ['pipe', 'ignore', 'ignore'], env },
    );
    daemon.stdin?.end(next === 'unlocked' ? PASSWORD : '');
    await until(() => hasKeyring(env));
    if (next === 'unlocked') await until(() => existsSync(join(data, 'keyrings/login.keyring')));
  }

  await restart(state);
  return {
    environment,
    restart,
    unlock: () => unlockBySocket(join(runtime, 'keyring/control')),
    credentials: async (service) => {
      const { stdout } = await promisify(execFile)(process.execPath, ['-e', READ, service], { env });
      return JSON.parse(stdout) as Credential[];
    },
    stop: async () => {
      await end(daemon);
      await end(busProcess);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Unlocks as the login of a desktop does (gnome-keyring, daemon/control/gkd-control-client.c): its length, 1, the password. */
async function unlockBySocket(path: string): Promise<void> {
  const request = Buffer.alloc(12 + PASSWORD.length);
  request.writeUInt32BE(request.length, 0);
  request.writeUInt32BE(1, 4);
  request.writeUInt32BE(PASSWORD.length, 8);
  request.write(PASSWORD, 12);
  const socket = connect(path);
  // The first byte carries the credentials of this process.
  socket.write(Buffer.concat([Buffer.alloc(1), request]));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  if (answer.readUInt32BE(4) !== 0) throw new Error('The keyring refused the password.');
}

/** Returns whether a keyring answers on the bus. */
async function hasKeyring(env: NodeJS.ProcessEnv): Promise<boolean> {
  const names = ['--session', '--dest=org.freedesktop.DBus', '--print-reply', '/', 'org.freedesktop.DBus.ListNames'];
  const { stdout } = await promisify(execFile)('dbus-send', names, { env });
  return stdout.includes('org.freedesktop.secrets');
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_500; tries += 1) {
    if (await condition()) return;
    await sleep(20);
  }
  throw new Error('The keyring did not start within 30 seconds.');
}

async function end(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}

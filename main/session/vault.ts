import { randomBytes } from 'node:crypto';
import { Check } from 'typebox/value';
import type { TokenKeeper, Tokens } from '../../contract/client/tokenTransport.ts';
import type { KeychainState } from '../../contract/ipc.ts';
import { SessionTokens } from '../../contract/schemas/users.ts';
import { appName } from '../brand.ts';
import { withTimeout } from '../../contract/withTimeout.ts';

/** The key of files that are encrypted on this device, 32 bytes. `lost`: files need a key that the keychain has no more. */
export type FileKey = Buffer | 'locked' | 'missing' | 'lost';

/** Where the main process keeps its secrets (D19). They never reach a window. Until the keychain is open, they are in memory. */
export interface Vault extends TokenKeeper {
  readonly keychain: KeychainState;
  fileKey(): FileKey;
  /**
   * Asks the keychain, which may show its password dialog, and takes over the session and the key that are in it. Resolves when the
   * customer has answered, however long that takes. A second call joins the first. Never rejects.
   */
  open(): Promise<void>;
  /** Resolves when the keychain has answered the last `open`. */
  answered(): Promise<void>;
}

/** The calls of keytar that the vault uses. Each rejects, or never settles, without a keychain that answers. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

interface VaultOptions {
  /** The API host, whose session it is: "exchange.example.org" */
  host: string;
  /** Returns whether a file exists that only the stored key can decrypt. */
  isKeyInUse?: () => boolean;
  /** `hasSession`: the keychain had a session, which the app now has. */
  onChange?: (change: { hasSession: boolean }) => void;
  load?: () => Promise<Keychain>;
  timeoutMs?: number;
}

/** Each brand has entries of its own. */
const SERVICE = appName;
const FILE_KEY_ACCOUNT = 'file-key';
const FILE_KEY_BYTES = 32;
/** Written and removed again, to find out whether the keychain is unlocked. */
const PROBE_ACCOUNT = 'probe';
/** How long a sign-in waits until its tokens are stored. A locked keychain may wait for its password dialog without end. */
const TIMEOUT_MS = 5_000;
/** What libsecret says when there is no bus, or no program on it keeps secrets. */
const NO_SERVICE = /org\.freedesktop\.secrets|D-?Bus|could not connect/i;

/** Imported when it is used: without its system library the import fails, and the app still has to start. */
const loadKeytar = async (): Promise<Keychain> => (await import('keytar')).default;

/** Creates the vault. It is empty until `open` has read the keychain. */
export function createVault({
  host,
  isKeyInUse = () => false,
  onChange,
  load = loadKeytar,
  timeoutMs = TIMEOUT_MS,
}: VaultOptions): Vault {
  let state: KeychainState = 'locked';
  let keychain: Keychain | null = null;
  let kept: Tokens | null = null;
  /** The session has changed, and the keychain does not know yet. */
  let isOwed = false;
  let fileKey: FileKey = 'locked';
  let opening: Promise<void> | null = null;
  let writing: Promise<unknown> = Promise.resolve();

  const become = (next: KeychainState): void => {
    if (state === next) return;
    state = next;
    onChange?.({ hasSession: false });
  };

  const read = async (): Promise<void> => {
    let opened: Keychain;
    try {
      opened = await load();
    } catch {
      fileKey = 'missing';
      return become('missing');
    }
    try {
      const key = await readFileKey(opened, isKeyInUse);
      const stored = parseTokens(await opened.getPassword(SERVICE, host));
      keychain = opened;
      fileKey = key ?? 'lost';
      state = 'open';
      if (isOwed) await write();
      else kept = stored;
      onChange?.({ hasSession: kept !== null });
    } catch (error) {
      const failed = NO_SERVICE.test(String(error)) ? 'missing' : 'locked';
      if (!Buffer.isBuffer(fileKey)) fileKey = failed;
      become(failed);
    }
  };

  /** Writes what is kept now, after the writes before it. If the keychain fails, the session goes on in memory. */
  const write = async (): Promise<void> => {
    isOwed = true;
    if (!keychain) return;
    const [target, value, previous] = [keychain, kept, writing];
    const next = (async () => {
      await previous;
      try {
        await (value ? target.setPassword(SERVICE, host, JSON.stringify(value)) : target.deletePassword(SERVICE, host));
        if (kept === value) isOwed = false;
        become('open');
      } catch {
        become('locked');
      }
    })();
    writing = next;
    await withTimeout(next, timeoutMs).catch(() => become('locked'));
  };

  return {
    get keychain() {
      return state;
    },
    tokens: () => kept,
    save: async (next) => {
      kept = next;
      await write();
    },
    clear: async () => {
      kept = null;
      await write();
    },
    fileKey: () => fileKey,
    open: () => (opening ??= read().finally(() => (opening = null))),
    answered: () => opening ?? Promise.resolve(),
  };
}

/**
 * Returns the key, after it has stored a new one on the first start. Null: the keychain has lost the key of files that exist. It
 * is never replaced while they do.
 */
async function readFileKey(keychain: Keychain, isInUse: () => boolean): Promise<Buffer | null> {
  const read = async (): Promise<Buffer | null> => {
    const stored = Buffer.from((await keychain.getPassword(SERVICE, FILE_KEY_ACCOUNT)) ?? '', 'base64');
    return stored.length === FILE_KEY_BYTES ? stored : null;
  };
  const stored = await read();
  if (stored) return stored;
  if (isInUse()) {
    // libsecret reports an entry of a locked keychain as missing. A write unlocks the keychain, or fails.
    await keychain.setPassword(SERVICE, PROBE_ACCOUNT, PROBE_ACCOUNT);
    await keychain.deletePassword(SERVICE, PROBE_ACCOUNT);
    return await read();
  }
  const created = randomBytes(FILE_KEY_BYTES);
  // Also on a first start without files: an empty keychain that is locked looks like an open one until it is written to.
  await keychain.setPassword(SERVICE, FILE_KEY_ACCOUNT, created.toString('base64'));
  return created;
}

function parseTokens(text: string | null): Tokens | null {
  try {
    const tokens: unknown = JSON.parse(text ?? 'null');
    return Check(SessionTokens, tokens) ? tokens : null;
  } catch {
    return null;
  }
}

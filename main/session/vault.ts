import { randomBytes } from 'node:crypto';
import { Check } from 'typebox/value';
import type { Static } from 'typebox';
import { SessionTokens } from '../../contract/schemas/users.ts';
import { withTimeout } from '../../contract/withTimeout.ts';

export type Tokens = Static<typeof SessionTokens>;

/** Where the main process keeps its secrets (D19). They never reach a window. */
export interface Vault {
  /** `memory`: there is no keychain, or it is locked. The session ends with the app. */
  readonly keptIn: 'keychain' | 'memory';
  tokens(): Tokens | null;
  save(tokens: Tokens): Promise<void>;
  clear(): Promise<void>;
  /** The key of files that are encrypted on this device, 32 bytes; null without a keychain. */
  readonly fileKey: Buffer | null;
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
  load?: () => Promise<Keychain>;
  timeoutMs?: number;
}

const SERVICE = 'causeway';
const FILE_KEY_ACCOUNT = 'file-key';
const FILE_KEY_BYTES = 32;
/** A locked keychain may wait for its password dialog without end. */
const TIMEOUT_MS = 5_000;

/** Imported when it is used: without its system library the import fails, and the app still has to start. */
const loadKeytar = async (): Promise<Keychain> => (await import('keytar')).default;

/**
 * Opens the keychain of the system and reads the tokens of the session. Without a keychain that answers in time, the vault keeps
 * them in memory, never in a file. Never rejects.
 */
export async function openVault({ host, load = loadKeytar, timeoutMs = TIMEOUT_MS }: VaultOptions): Promise<Vault> {
  try {
    const keychain = await withTimeout(load(), timeoutMs);
    // Written on the first start: a locked keychain without entries looks like an empty one until it is written to.
    const fileKey = await withTimeout(readFileKey(keychain), timeoutMs);
    const tokens = parseTokens(await withTimeout(keychain.getPassword(SERVICE, host), timeoutMs));
    return createVault({ keychain, host, fileKey, tokens, timeoutMs });
  } catch {
    return createVault({ keychain: null, host, fileKey: null, tokens: null, timeoutMs });
  }
}

interface Opened {
  keychain: Keychain | null;
  host: string;
  fileKey: Buffer | null;
  tokens: Tokens | null;
  timeoutMs: number;
}

function createVault({ keychain, host, fileKey, tokens, timeoutMs }: Opened): Vault {
  let kept = tokens;
  let keptIn: Vault['keptIn'] = keychain ? 'keychain' : 'memory';
  let writing: Promise<unknown> = Promise.resolve();
  /** Writes what is kept now, after the writes before it. If the keychain fails, the session goes on in memory. */
  const write = async (): Promise<void> => {
    if (!keychain) return;
    const value = kept;
    const previous = writing;
    const next = (async () => {
      await previous;
      const call = value
        ? keychain.setPassword(SERVICE, host, JSON.stringify(value))
        : keychain.deletePassword(SERVICE, host).then(() => undefined);
      try {
        await withTimeout(call, timeoutMs);
        keptIn = 'keychain';
      } catch {
        keptIn = 'memory';
      }
    })();
    writing = next;
    await next;
  };
  return {
    get keptIn() {
      return keptIn;
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
    fileKey,
  };
}

/** Returns the key, after it has stored a new one on the first start. */
async function readFileKey(keychain: Keychain): Promise<Buffer> {
  const stored = Buffer.from((await keychain.getPassword(SERVICE, FILE_KEY_ACCOUNT)) ?? '', 'base64');
  if (stored.length === FILE_KEY_BYTES) return stored;
  const created = randomBytes(FILE_KEY_BYTES);
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

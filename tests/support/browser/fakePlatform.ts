import type { CallInput, CallName, CallOptions, CallOutput } from '../../../contract/api/index.ts';
import { ApiError, type ErrorCode } from '../../../contract/errors.ts';
import type { KeyValueStorage, Platform } from '../../../contract/platform.ts';

/** What the host answers: a call without a handler does not answer. */
export type Answers = {
  [Name in CallName]?: (input: CallInput<Name>, options: CallOptions) => CallOutput<Name> | Promise<CallOutput<Name>>;
};

/** Returns the handler of a call that the host refuses. */
export const refuse = (code: ErrorCode, details?: Record<string, unknown>) => (): never => {
  throw new ApiError(code, 'refused', details);
};

export interface RecordedCall {
  name: CallName;
  input: unknown;
  options: CallOptions;
}

/** Services of a shell that only some shells have, and its live connection. */
export type Services = Partial<
  Pick<
    Platform,
    | 'live'
    | 'session'
    | 'openInPlace'
    | 'systemNotifications'
    | 'about'
    | 'watchList'
    | 'questions'
    | 'rateAlerts'
    | 'addressBook'
    | 'runningOrders'
    | 'windows'
    | 'requests'
    | 'keepRunning'
    | 'startWithSystem'
    | 'globalShortcut'
    | 'exportLogs'
    | 'browserSignIn'
    | 'camera'
    | 'mainButton'
    | 'secondaryButton'
    | 'backButton'
    | 'settingsButton'
    | 'haptics'
    | 'initData'
  >
>;

/** A shell without a browser: answers by hand, everything kept in memory, and the means to hide it or cut its network. */
export function createFakePlatform(answers: Answers = {}, services: Services = {}) {
  const calls: RecordedCall[] = [];
  const opened: string[] = [];
  const copied: string[] = [];
  const saved: { name: string; text: string; mediaType: string }[] = [];
  let canCopy = true;
  const visibility = signal(true);
  const connectivity = signal(true);
  const storageChanges = signal<string | null>(null);
  const renewals = signal(0);
  const platform = {
    transport: {
      async call<Name extends CallName>(
        name: Name,
        input: CallInput<Name>,
        options: CallOptions = {},
      ): Promise<CallOutput<Name>> {
        options.signal?.throwIfAborted();
        calls.push({ name, input, options });
        const answer = answers[name];
        if (!answer) throw new ApiError('ERR_SERVICE_UNAVAILABLE', `No answer to ${name}`);
        return unlessAborted(answer(input, options), options.signal);
      },
    },
    live: { connect: () => ({ send: () => undefined, close: () => undefined }) },
    openExternal: (url: string) => void opened.push(url),
    appearance: { apply: () => undefined },
    copy: (text: string) => {
      if (canCopy) copied.push(text);
      return Promise.resolve(canCopy);
    },
    saveFile: (file: (typeof saved)[number]) => void saved.push(file),
    addressOf: (path: string) => `https://causeway.example${path}`,
    storage: memoryStorage(),
    onStorageChange: storageChanges.listen,
    session: { exists: false, onRenewed: renewals.listen },
    sessionStorage: memoryStorage(),
    cookies: memoryCookies(),
    isOnline: () => Promise.resolve(connectivity.get()),
    visibility: { isVisible: visibility.get, onChange: visibility.listen },
    onConnectivityChange: connectivity.listen,
    ...services,
  } satisfies Platform;
  return {
    platform,
    answers,
    calls,
    opened,
    copied,
    saved,
    denyClipboard: () => (canCopy = false),
    setVisible: visibility.set,
    setOnline: connectivity.set,
    renewSession: () => renewals.set(0),
    /** As another window does: `value` null removes the entry. */
    changeStorageElsewhere: (key: string, value: string | null) => {
      if (value === null) platform.storage.remove(key);
      else platform.storage.set(key, value);
      storageChanges.set(key);
    },
    callsOf: (name: CallName) => calls.filter((call) => call.name === name),
  };
}

/** Rejects with the reason of an abort, also while there is no answer yet. */
function unlessAborted<Output>(answer: Output | Promise<Output>, signal: AbortSignal | undefined): Promise<Output> {
  if (!signal) return Promise.resolve(answer);
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    Promise.resolve(answer).then(resolve, reject);
  });
}

function memoryCookies() {
  const cookies = new Map<string, { value: string; expiresAt: number }>();
  return {
    get: (name: string) => {
      const cookie = cookies.get(name);
      return cookie && cookie.expiresAt > Date.now() ? cookie.value : null;
    },
    set: (name: string, value: string, maxAgeSeconds = Infinity) =>
      void cookies.set(name, { value, expiresAt: Date.now() + maxAgeSeconds * 1_000 }),
    remove: (name: string) => void cookies.delete(name),
  };
}

export function memoryStorage(): KeyValueStorage {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => {
      values.set(key, value);
      return true;
    },
    remove: (key) => void values.delete(key),
  };
}

function signal<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<(value: Value) => void>();
  return {
    get: () => value,
    set: (next: Value) => {
      value = next;
      for (const listener of listeners) listener(next);
    },
    listen: (listener: (value: Value) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

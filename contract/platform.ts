import type { CallInput, CallName, CallOptions, CallOutput } from './api/index.ts';

/**
 * What the renderer needs of the shell it runs in, named by need. An absent ability is an absent facet: screens ask
 * `platform.share && …`, never which shell they are in.
 */
export interface Platform {
  readonly transport: Transport;
  readonly live: LiveTransport;
  /** Opens an external address outside of the app. */
  openExternal(url: string): void;
  /** Shows the theme chosen; null follows the system. */
  readonly appearance: { apply(theme: 'light' | 'dark' | null): void };
  /** Resolves to false when the clipboard refused. */
  copy(text: string): Promise<boolean>;
  /** Puts a text file where this device keeps what is downloaded. Absent where the shell can't. */
  readonly saveFile?: (file: { name: string; text: string; mediaType: string }) => void;
  /** Reads text from the clipboard; null when refused or empty. Absent where a page may not read it. */
  readonly paste?: () => Promise<string | null>;
  /** The whole address of a page of this site, to be opened on another device. `path` begins with a slash. */
  addressOf(path: string): string;
  readonly share?: (data: { title: string; text: string; url: string }) => Promise<void>;
  readonly storage: KeyValueStorage;
  /** Gone with the tab. */
  readonly sessionStorage: KeyValueStorage;
  readonly cookies: CookieJar;
  /** D50: is there any internet? Asked only after more than 3 health failures. */
  isOnline(): Promise<boolean>;
  readonly updates?: { check(): Promise<{ buildId: string } | null>; currentBuildId: string; apply(): void };
  /** The host's per-path redirects (§2): returns a path on this host, a full URL of another host, or null. Rejects when the host does not answer. */
  readonly redirects?: { find(path: string, signal: AbortSignal): Promise<string | null> };
  readonly visibility: { isVisible(): boolean; onChange(listener: (visible: boolean) => void): () => void };
  onConnectivityChange(listener: (online: boolean) => void): () => void;
  /** A stable mark of this browser: a risk signal that goes with an order (D19), never an identity. */
  readonly fingerprint?: () => Promise<string>;
  /** The shell's own notifications, outside of the page. Absent where there are none. */
  readonly systemNotifications?: SystemNotifications;
  readonly qrScanner?: { scan(): Promise<string | null> };
}

export interface Transport {
  /** Rejects with an ApiError and nothing else (an abort rejects with the signal's reason). */
  call<Name extends CallName>(name: Name, input: CallInput<Name>, options?: CallOptions): Promise<CallOutput<Name>>;
}

export interface SystemNotifications {
  /** `default`: nobody was asked yet. */
  permission(): 'default' | 'granted' | 'denied';
  /** Asks, where that has not been done; only ever by a tap. */
  ask(): Promise<'default' | 'granted' | 'denied'>;
  /** One of a `tag` takes the place of the one before. False when the shell has none to show after all. */
  show(notification: { title: string; body: string; tag: string }): boolean;
}

/** A raw live connection; reconnecting and polling fallback are the live feed's work. */
export interface LiveTransport {
  connect(handlers: { onOpen(): void; onMessage(text: string): void; onClose(): void }): LiveConnection;
}
export interface LiveConnection {
  send(text: string): void;
  close(): void;
}

export interface KeyValueStorage {
  get(key: string): string | null;
  /** False when the storage is full or forbidden. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
}

export interface CookieJar {
  get(name: string): string | null;
  set(name: string, value: string, maxAgeSeconds: number): void;
  remove(name: string): void;
}

/** The clock, so that tests and server rendering say what time it is. Milliseconds since 1970. */
export interface Clock {
  now(): number;
}

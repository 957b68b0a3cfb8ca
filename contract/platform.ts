import type { AddressBookAnswer, AppCommand, BrowserOutcome, KeychainState } from './ipc.ts';
import type { CallInput, CallName, CallOptions, CallOutput } from './api/index.ts';
import type { Decimal } from './money.ts';
import type { DesktopPurpose } from './schemas/desktopSignIn.ts';
import type { FollowedOrder, NewAddressEntry, NewRateAlert, RateAlert, WatchedPair } from './schemas/trading.ts';

/**
 * The shell's services for the renderer. An unsupported service is absent: screens check `platform.share && …`, never the kind
 * of shell.
 */
export interface Platform {
  readonly transport: Transport;
  readonly live: LiveTransport;
  /** Opens an external URL outside the app. */
  openExternal(url: string): void;
  /** Opens an external URL in place of the app, which starts again on the return. Absent where the app stays: URLs then open outside. */
  readonly openInPlace?: (url: string) => void;
  /** Applies the theme; null follows the system. */
  readonly appearance: { apply(theme: 'light' | 'dark' | null): void };
  /** Resolves to false if the clipboard denied access. */
  copy(text: string): Promise<boolean>;
  /** Saves a text file to the downloads of this device. Absent if unsupported. */
  readonly saveFile?: (file: { name: string; text: string; mediaType: string }) => void;
  /** Reads text from the clipboard; null if denied or empty. Absent if unsupported. */
  readonly paste?: () => Promise<string | null>;
  /** Returns the absolute URL of a page, for opening it on another device. `path` starts with a slash. */
  addressOf(path: string): string;
  readonly share?: (data: { title: string; text: string; url: string }) => Promise<void>;
  readonly storage: KeyValueStorage;
  /** Calls back after another window of this app changed an entry of `storage`; `key` is null when it cleared all. */
  onStorageChange(listener: (key: string | null) => void): () => void;
  /** Cleared when the tab closes. */
  readonly sessionStorage: KeyValueStorage;
  readonly cookies: CookieJar;
  readonly session: SessionFacet;
  /** The init data that the messenger signed when it opened the app. They prove the customer's messenger account for a few minutes. Absent outside the messenger. */
  readonly initData?: string;
  /** Checks for an internet connection (D50). Called only after more than 3 health failures. */
  isOnline(): Promise<boolean>;
  readonly updates?: { check(): Promise<{ buildId: string } | null>; currentBuildId: string; apply(): void };
  /** The host's per-path redirects (§2): returns a path on this host, a full URL of another host, or null. Rejects when the host does not answer. */
  readonly redirects?: { find(path: string, signal: AbortSignal): Promise<string | null> };
  readonly visibility: { isVisible(): boolean; onChange(listener: (visible: boolean) => void): () => void };
  onConnectivityChange(listener: (online: boolean) => void): () => void;
  /** A stable fingerprint of this browser, sent with an order as a risk signal (D19), not as an identity. */
  readonly fingerprint?: () => Promise<string>;
  /** System notifications. Absent if unsupported. */
  readonly systemNotifications?: SystemNotifications;
  /** Reads QR codes. Absent if unsupported. */
  readonly qrScanner?: QrScanner;
  /** Shows a camera for photos. Absent where pages can't use one: customers then choose files. */
  readonly camera?: PhotoCamera;
  /** Creates and uses passkeys. Absent where the browser or the address of the page allows none. */
  readonly passkeys?: Passkeys;
  /** Opens windows. Absent where the customer's browser manages them. */
  readonly windows?: { open(path: string): void };
  /** Requests from outside of the page. Absent where there are none. */
  readonly requests?: AppRequests;
  /** The pairs whose rates the customer watches. Absent if unsupported. */
  readonly watchList?: StoredList<WatchedPair> & { save(pairs: readonly WatchedPair[]): Promise<void> };
  /** Alerts that fire while the app runs, also without a window. Absent if unsupported. */
  readonly rateAlerts?: RateAlerts;
  /** Absent if unsupported. */
  readonly addressBook?: AddressBook;
  /** Follows running orders for the tray and notifications of the system. Absent if unsupported. */
  readonly runningOrders?: RunningOrders;
  /** Signs in, or confirms a call, in the browser of the system, where passkeys work. Absent if unsupported. */
  readonly browserSignIn?: BrowserSignInFacet;
  /** The preference to keep running without a window, for alerts and notifications. Absent if unsupported. */
  readonly keepRunning?: { isOn(): boolean; set(isOn: boolean): void };
  /** The preference to start with the system, without a window. Absent if unsupported. */
  readonly startWithSystem?: { isOn(): boolean; set(isOn: boolean): Promise<void> };
  /** The shortcut that opens a new exchange in all programs: "CommandOrControl+Alt+E", null without one. Absent if unsupported. */
  readonly globalShortcut?: {
    current(): string | null;
    /** Resolves to false if another program has it. */
    set(shortcut: string | null): Promise<boolean>;
  };
  /** Saves the log files for support; false if the customer cancelled. Absent if unsupported. */
  readonly exportLogs?: () => Promise<boolean>;
  /** The button below the page that does what the page is for. Absent where pages draw their own. */
  readonly mainButton?: ShellButton;
  /** Beside it, for the second choice. Absent if unsupported. */
  readonly secondaryButton?: ShellButton;
  /** The back button of the shell's header. Absent where the customer's browser has one. */
  readonly backButton?: ShellControl;
  /** The entry of the shell's menu that opens language, theme and account. Absent if unsupported. */
  readonly settingsButton?: ShellControl;
  /** Popups of the shell for short questions. Absent if unsupported: the page then asks with its own dialog. */
  readonly questions?: ShellQuestions;
  /** Lets the device vibrate after an action. Absent if unsupported. */
  readonly haptics?: { feel(outcome: 'success' | 'warning' | 'error'): void };
  /** Asks before the app is closed, because something typed would be lost. Absent if unsupported. */
  readonly closing?: { confirm(isNeeded: boolean): void };
  /** Facts that the window shows in its status line. Absent in a browser, which shows the address itself. */
  readonly about?: { readonly version: string; readonly hostName: string; readonly modifier: 'Ctrl' | '⌘' };
}

/** A button that the shell draws. */
export interface ShellButton {
  /** Shows the button, or hides it (null). The last call counts. */
  set(state: ShellButtonState | null): void;
}

export interface ShellButtonState {
  label: string;
  /** False: it looks as if something were missing. It can be pressed all the same, to learn what. */
  isReady: boolean;
  isBusy: boolean;
  onPress: () => void;
}

/** A question with two answers, in the customer's language. */
export interface ShellQuestion {
  title: string;
  text: string;
  /** Label of the button that does it */
  action: string;
  cancel: string;
  /** It takes something away that the customer can't get back. */
  isDestructive: boolean;
}

export interface ShellQuestions {
  /** Returns whether the shell can show texts of this length. */
  canAsk(question: ShellQuestion): boolean;
  /** Resolves with true for the action, with false for every other end. */
  ask(question: ShellQuestion): Promise<boolean>;
}

/** A control of the shell, without a label of ours. */
export interface ShellControl {
  /** Shows it, or hides it (null). The last call counts. */
  set(onPress: (() => void) | null): void;
}

export interface BrowserSignInFacet {
  /** Opens a page in the browser and waits for its answer. `challengeId`: of the action to confirm; without it, the session is. */
  start(purpose: DesktopPurpose, challengeId?: string): Promise<BrowserOutcome>;
  /** Stops waiting, also for the host's check of the code. Agreeing in the browser afterwards has no effect. */
  cancel(): void;
}

/** Requests to the app that do not come from its page. Each function returns the one that removes the listener. */
export interface AppRequests {
  onCommand(listener: (command: AppCommand) => void): () => void;
  /** The customer opened an order pass with the app. */
  onFile(listener: (file: { name: string; text: string }) => void): () => void;
}

/** A list that the shell stores, the same for all windows. */
export interface StoredList<Entry> {
  list(): Promise<Entry[]>;
  /** Calls back after any window changed the list. */
  onChange(listener: (entries: Entry[]) => void): () => void;
}

export interface RateAlerts extends StoredList<RateAlert> {
  add(alert: NewRateAlert): Promise<void>;
  remove(id: string): Promise<void>;
  /** Calls back when an alert has fired, with the market rate then. */
  onFire(listener: (event: { alert: RateAlert; rate: Decimal }) => void): () => void;
}

/** The orders that the shell follows for all windows, until they end. */
export interface RunningOrders {
  /** Adds these orders to the followed ones. */
  follow(orders: readonly FollowedOrder[]): void;
  /** Stops following orders that no longer belong to the customer, for example after a sign-out. */
  unfollow(orderIds: readonly string[]): void;
}

/** The customer's addresses, encrypted on this device with a key from the keychain. */
export interface AddressBook {
  list(): Promise<AddressBookAnswer>;
  /** Adds the entry, or replaces the one with its id. */
  save(entry: NewAddressEntry): Promise<AddressBookAnswer>;
  remove(id: string): Promise<AddressBookAnswer>;
  /** Counts the use of an address by a new order. An unknown address is ignored. */
  use(address: string): Promise<void>;
  /** Starts a new list when the key of the old one is lost. */
  startOver(): Promise<AddressBookAnswer>;
  onChange(listener: (answer: AddressBookAnswer) => void): () => void;
}

export interface Transport {
  /** Rejects only with an ApiError, or with the signal's reason after an abort. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>, options?: CallOptions): Promise<CallOutput<Name>>;
}

export interface SystemNotifications {
  /** `default`: the customer was not asked yet. */
  permission(): 'default' | 'granted' | 'denied';
  /** Asks for permission. Call it only after a tap. */
  ask(): Promise<'default' | 'granted' | 'denied'>;
  /** Replaces the notification with the same `tag`. Returns false if none could be shown. */
  show(notification: { title: string; body: string; tag: string }): boolean;
}

export interface QrScanner {
  /** Resolves to false if the device has no camera. Asks for no permission. */
  hasCamera(): Promise<boolean>;
  /**
   * Reads a code with the camera; asks for permission. `preview` shows the live picture; a shell with its own scanner leaves
   * it empty. Ends when a code was read, the camera failed, or `signal` aborted. Never rejects.
   */
  scan(options: { preview: HTMLVideoElement; signal: AbortSignal }): Promise<QrScan>;
  /** Reads a code from a picture file; null without a code or if the file is no picture. Absent if unsupported. */
  readonly readPicture?: (picture: Blob) => Promise<string | null>;
}

/** `failed`: another app uses the camera, or the code for it could not be loaded. */
export type CameraFailure = 'denied' | 'noCamera' | 'failed';
export type QrScan = { kind: 'read'; text: string } | { kind: CameraFailure | 'cancelled' };

export interface CameraOptions {
  /** Shows the live picture, which the page draws from. */
  preview: HTMLVideoElement;
  /** The camera that faces the customer, or the one that faces away. A device with one camera uses it for both. */
  facing: 'user' | 'environment';
  /** Ends the picture. */
  signal: AbortSignal;
  /** Called if the camera ends by itself. */
  onEnd: () => void;
}

export interface PhotoCamera {
  /** Shows the camera; asks for permission. Resolves once the picture moves, or with the reason why it does not. Never rejects. */
  open(options: CameraOptions): Promise<'open' | CameraFailure>;
}

/** Passkeys of the site (WebAuthn). Options and responses are those of the host, unchanged. Nothing here rejects. */
export interface Passkeys {
  create(options: unknown): Promise<PasskeyResult>;
  /** `autofill`: waits until the customer picks a passkey from the list of an e-mail field. Another call ends the wait. */
  use(options: unknown, mode?: 'autofill'): Promise<PasskeyResult>;
  /** Whether e-mail fields can list passkeys. */
  hasAutofill(): Promise<boolean>;
  /** Ends a call in progress; it resolves to `cancelled`. */
  cancel(): void;
}

/** `exists`: the authenticator has a passkey of this account already. */
export type PasskeyResult = { kind: 'done'; response: unknown } | { kind: 'cancelled' | 'exists' | 'failed' };

/** A live connection. The live feed handles reconnects and the polling fallback. */
export interface LiveTransport {
  connect(handlers: { onOpen(): void; onMessage(text: string): void; onClose(): void }): LiveConnection;
}
export interface LiveConnection {
  send(text: string): void;
  close(): void;
}

export interface KeyValueStorage {
  get(key: string): string | null;
  /** Returns false if the storage is full or forbidden. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
}

export interface CookieJar {
  get(name: string): string | null;
  set(name: string, value: string, maxAgeSeconds: number): void;
  remove(name: string): void;
}

/** The customer's session (D64). The shell keeps its tokens; the renderer never sees them. */
export interface SessionFacet {
  /** Whether calls carry a session when the app starts. False in a browser: its page learns it from the snapshot. */
  readonly exists: boolean;
  /** Where a shell stores the session. Absent in a browser. */
  readonly keychain?: KeychainFacet;
  /** Calls back after the shell has renewed an expired access token (418). */
  onRenewed(listener: () => void): () => void;
}

export interface KeychainFacet {
  state(): KeychainState;
  /** Calls back after the state has changed. */
  onChange(listener: () => void): () => void;
  /** Asks the system for the keychain's password again. */
  unlock(): void;
}

/** The clock in ms since 1970; tests and server rendering replace it. */
export interface Clock {
  now(): number;
}

import type { ErrorCode } from './errors.ts';
import type { IpcInputs } from './schemas/ipc.ts';
import type { AddressEntry, RateAlert, WatchedPair } from './schemas/trading.ts';

/** The channels between a desktop window and the main process, with the types of their arguments and answers. */

/** What a window gets before its first render. */
export interface StartInfo {
  /** Version of the app: "1.4.0" */
  version: string;
  /** Path of the first page: "/ru/exchange-btc-usdttrc20" */
  path: string;
  /** The API host's website, for links that other devices open: "https://exchange.example.org" */
  siteUrl: string;
  /** The main process has the tokens of a session (D64). */
  hasSession: boolean;
  keychain: KeychainState;
  theme: 'light' | 'dark' | null;
  /** Null: a copy that is not installed can't start with the system. */
  startsWithSystem: boolean | null;
  /** Names the modifier key of shortcuts. */
  modifier: 'Ctrl' | '⌘';
  storage: Readonly<Record<string, string>>;
  sessionStorage: Readonly<Record<string, string>>;
}

/**
 * The system's keychain, which keeps the session and the key of the address book. Unless it is `open`, the session ends with the app.
 * `locked`: it waits for the customer's password, or was refused it. `missing`: the system has none.
 */
export type KeychainState = 'open' | 'locked' | 'missing';

/** The outcome of a call of the API. An expected failure is a value, because IPC keeps only the message of an error. */
export type ApiResult =
  | { ok: true; value: unknown }
  | { ok: false; error: { code: ErrorCode; message: string; details?: Record<string, unknown>; requestId: string } };

/**
 * The list of an address book, whose key is in the keychain: `locked` until the keychain is open, `missing` without one, `lost` if the
 * key of the stored list is no longer in it.
 */
export type AddressBookAnswer = { state: 'ready'; entries: AddressEntry[] } | { state: 'locked' | 'missing' | 'lost' };

/** The answers of the calls from a window. Each call has one handler in the main process. `ipcInputs` has the arguments. */
export interface IpcOutputs {
  'app.start': StartInfo;
  'app.openExternal': boolean;
  'app.setTheme': void;
  'app.isOnline': boolean;
  /** False if another program has the shortcut: the previous one stays. Null removes it. */
  'app.setShortcut': boolean;
  /** Whether the app starts with the system afterwards; null if it can't. */
  'app.setStartWithSystem': boolean | null;
  'app.exportLogs': boolean;
  'api.call': ApiResult;
  'api.abort': void;
  'session.signInByBrowser': BrowserOutcome;
  /** Ends a sign-in or confirmation that waits for the browser, or for the host's answer to its code. */
  'session.cancelSignIn': void;
  /** Asks the keychain again, which shows its password dialog. */
  'keychain.open': void;
  'live.open': void;
  'live.send': void;
  'live.close': void;
  /** False if the value could not be stored. */
  'storage.set': boolean;
  'clipboard.write': boolean;
  'clipboard.read': string | null;
  /** False if the customer cancelled or the file could not be written. */
  'files.save': boolean;
  'notifications.show': boolean;
  'windows.open': void;
  /** Tells the path that the window shows, so that it is restored, and its language is used for menus. */
  'windows.show': void;
  'updates.check': { version: string } | null;
  /** Restarts into the downloaded update. */
  'updates.apply': void;
  'watch.list': WatchedPair[];
  'watch.save': void;
  'alerts.list': RateAlert[];
  'alerts.add': RateAlert;
  'alerts.remove': void;
  'addresses.list': AddressBookAnswer;
  'addresses.save': AddressBookAnswer;
  'addresses.remove': AddressBookAnswer;
  /** Counts the use of an address by a new order. */
  'addresses.use': void;
  /** Starts a new list when the key of the old one is lost. The old file stays under another name. */
  'addresses.startOver': AddressBookAnswer;
  'orders.follow': void;
  'orders.unfollow': void;
}

export type IpcCallName = keyof IpcOutputs;
export type IpcInput<Name extends IpcCallName> = IpcInputs[Name];
export type IpcOutput<Name extends IpcCallName> = IpcOutputs[Name];

export type LiveEvent = { connection: number; kind: 'open' | 'closed' } | { connection: number; kind: 'message'; text: string };

/** A menu item or a shortcut of the system that a window carries out. */
export type AppCommand = 'palette' | 'newExchange' | 'addressBook' | 'alerts' | 'preferences';

/**
 * How a sign-in or confirmation in the browser ended. `declined`: the customer cancelled there. `otherAccount`: the browser confirmed
 * for another account than the app's.
 */
export type BrowserOutcome = 'done' | 'declined' | 'cancelled' | 'failed' | 'otherAccount';

/** The session began, or ended: the customer signed out, or the host refused it. */
export type SessionChange = 'begun' | 'signedOut' | 'refused';

/** Messages to a window. */
export interface IpcEvents {
  'live.event': LiveEvent;
  /** The main process has refreshed the access token. */
  'session.renewed': null;
  'session.changed': SessionChange;
  'keychain.changed': KeychainState;
  /** Another window changed an entry; a null value: it was removed. */
  'storage.changed': { key: string; value: string | null };
  'app.navigate': { path: string };
  'app.command': { command: AppCommand };
  'app.connectivity': { isOnline: boolean };
  /** The customer opened a file with the app: an order pass. */
  'files.opened': { name: string; text: string };
  'watch.changed': WatchedPair[];
  'alerts.changed': RateAlert[];
  /** An alert has fired at this market rate. */
  'alerts.fired': { alert: RateAlert; rate: string };
  'addresses.changed': AddressBookAnswer;
  'updates.ready': { version: string };
}

export type IpcEventName = keyof IpcEvents;

/** The object that the preload script gives to a window, as `window.desktop`. There is no way to a channel that it doesn't name. */
export interface DesktopBridge {
  /** Calls the main process. Rejects only if the main process refuses the call or its arguments, which is a programming error. */
  readonly call: { readonly [Name in IpcCallName]: (input: IpcInput<Name>) => Promise<IpcOutput<Name>> };
  /** Each returns the function that removes the listener. */
  readonly on: { readonly [Name in IpcEventName]: (listener: (event: IpcEvents[Name]) => void) => () => void };
}

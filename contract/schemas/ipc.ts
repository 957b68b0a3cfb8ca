import Type, { type Static } from 'typebox';
import { Address, closed, nullable } from './common.ts';
import { DesktopPurposeSchema } from './desktopSignIn.ts';
import { GLOBAL_SHORTCUT_PATTERN } from './globalShortcutPattern.ts';
import { OpaqueToken } from './secondFactor.ts';
import { MAX_FOLLOWED_ORDERS, MAX_WATCHED_PAIRS } from '../limits.ts';
import { FollowedOrderSchema, NewAddressEntrySchema, NewRateAlertSchema, WatchedPairSchema } from './trading.ts';

/** The arguments of the desktop's IPC calls. The main process checks each of them before it acts. */

const MAX_PATH = 2_048;
const MAX_STORED = 1_000_000;
const MAX_FILE = 5_000_000;

const CallNumber = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const ConnectionNumber = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** A path of the app, never another host's: "/ru/exchange-btc-usdttrc20?amount=1" */
export const AppPath = Type.String({ pattern: '^/(?![/\\\\])', maxLength: MAX_PATH });
const Text = (maxLength: number) => Type.String({ maxLength });
const StorageKey = Type.String({ minLength: 1, maxLength: 128 });
const Id = Type.String({ minLength: 1, maxLength: 64 });

const NoInput = Type.Null();
const Connection = Type.Object({ connection: ConnectionNumber }, closed);

const ApiCallInput = Type.Object(
  {
    /** Chosen by the window; an abort names it */
    call: CallNumber,
    /** A call of `apiRoutes` */
    name: Type.String({ maxLength: 64 }),
    input: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown()),
    orderToken: Type.Optional(Text(256)),
    idempotencyKey: Type.Optional(Text(128)),
  },
  closed,
);
/** `session` is cleared when the window closes, `local` is shared by all windows and kept. A null value removes the key. */
const StorageSetInput = Type.Object(
  { area: Type.Enum(['local', 'session'] as const), key: StorageKey, value: nullable(Text(MAX_STORED)) },
  closed,
);
const PathInput = Type.Object({ path: AppPath }, closed);
const IdInput = Type.Object({ id: Id }, closed);

/** The schema of each call's argument. */
export const ipcInputs = {
  'app.start': NoInput,
  'app.openExternal': Type.Object({ url: Text(MAX_PATH) }, closed),
  'app.setTheme': Type.Object({ theme: nullable(Type.Enum(['light', 'dark'] as const)) }, closed),
  'app.isOnline': NoInput,
  'app.setShortcut': Type.Object({ shortcut: nullable(Type.String({ pattern: GLOBAL_SHORTCUT_PATTERN })) }, closed),
  'app.setStartWithSystem': Type.Object({ isOn: Type.Boolean() }, closed),
  'app.exportLogs': NoInput,
  'api.call': ApiCallInput,
  'api.abort': Type.Object({ call: CallNumber }, closed),
  'session.signInByBrowser': Type.Object({ purpose: DesktopPurposeSchema, challengeId: Type.Optional(OpaqueToken) }, closed),
  'session.cancelSignIn': NoInput,
  'keychain.open': NoInput,
  'live.open': Connection,
  'live.send': Type.Object({ connection: ConnectionNumber, text: Text(10_000) }, closed),
  'live.close': Connection,
  'storage.set': StorageSetInput,
  'clipboard.write': Type.Object({ text: Text(100_000) }, closed),
  'clipboard.read': NoInput,
  'files.save': Type.Object(
    { name: Type.String({ pattern: '^[^/\\\\\\u0000-\\u001f]{1,120}$' }), text: Text(MAX_FILE), mediaType: Text(100) },
    closed,
  ),
  'notifications.show': Type.Object(
    { title: Text(200), body: Text(1_000), tag: Text(200), path: Type.Optional(AppPath) },
    closed,
  ),
  'windows.open': PathInput,
  'windows.show': PathInput,
  'updates.check': NoInput,
  'updates.apply': NoInput,
  'watch.list': NoInput,
  'watch.save': Type.Object({ pairs: Type.Array(WatchedPairSchema, { maxItems: MAX_WATCHED_PAIRS }) }, closed),
  'alerts.list': NoInput,
  'alerts.add': NewRateAlertSchema,
  'alerts.remove': IdInput,
  'addresses.list': NoInput,
  'addresses.save': NewAddressEntrySchema,
  'addresses.remove': IdInput,
  'addresses.use': Type.Object({ address: Address }, closed),
  'addresses.startOver': NoInput,
  'orders.follow': Type.Object({ orders: Type.Array(FollowedOrderSchema, { maxItems: MAX_FOLLOWED_ORDERS }) }, closed),
  'orders.unfollow': Type.Object({ orderIds: Type.Array(Id, { maxItems: 200 }) }, closed),
} as const;

export type IpcInputs = { [Name in keyof typeof ipcInputs]: Static<(typeof ipcInputs)[Name]> };

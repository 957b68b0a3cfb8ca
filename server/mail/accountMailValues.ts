import { REVIEWED_FIELDS } from '../../contract/identity/documents.ts';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { nullable } from '../../contract/schemas/common.ts';
import type { AccountMailKind } from '../db/tables/accounts.ts';

/** `validMs`: how long the code or the link works */
const Code = Type.Object({ code: Type.String(), validMs: Type.Number() });
const Token = Type.Object({ token: Type.String(), validMs: Type.Number() });
/** The link that freezes the account (D70). `stopsOnly`: it stops withdrawals only (D80). */
const FreezeLink = {
  token: Type.Optional(Type.String()),
  validMs: Type.Optional(Type.Number()),
  stopsOnly: Type.Optional(Type.Boolean()),
};
const DeviceText = Type.Optional(nullable(Type.String()));
/** `networkAddress`: shortened, as the customer sees it in the list of sessions. What is missing is unknown. */
const Device = Type.Object({ browser: DeviceText, system: DeviceText, networkAddress: DeviceText });
/** In USDT. `amount` leaves the account, `arrives` is what is left of it after the network fee. */
const Withdrawal = { amount: Type.String(), arrives: Type.String(), address: Type.String() };

/** An action whose proof permits nothing else (D69) */
export const ProvenAction = Type.Object({
  withdrawal: Type.Object({
    amount: Type.String(),
    currencyTitle: Type.String(),
    networkTitle: Type.String(),
    address: Type.String(),
  }),
});
export type ProvenAction = Static<typeof ProvenAction>;

/** What the mail of each kind is queued with. Hosts of other versions read and write these values: a new one is optional. */
const SCHEMAS = {
  WELCOME: Token,
  /** To the new address: pass it as `to`. */
  CONFIRM_NEW_EMAIL: Token,
  RESET_CODE: Code,
  /** With a `withdrawal`, the code confirms only that one (D69). */
  STEP_UP_CODE: Type.Object({ ...Code.properties, withdrawal: Type.Optional(ProvenAction.properties.withdrawal) }),
  NEW_SIGN_IN: Device,
  TOKEN_REUSED: Device,
  /** `areKeysOff`: API keys were switched off. `isMessengerOff`: the messenger was unlinked. `isRestored`: after a restored backup. */
  PASSWORD_CHANGED: Type.Object({
    ...FreezeLink,
    isRestored: Type.Optional(Type.Boolean()),
    areKeysOff: Type.Optional(Type.Boolean()),
    isMessengerOff: Type.Optional(Type.Boolean()),
  }),
  /** Pass the address as `to` once the change is made. `isToNew`: it is the new one. */
  EMAIL_CHANGED: Type.Object({
    ...FreezeLink,
    newEmail: Type.String(),
    isConfirmed: Type.Boolean(),
    isToNew: Type.Optional(Type.Boolean()),
  }),
  SECOND_FACTOR_CHANGED: Type.Object({
    ...FreezeLink,
    change: Type.Enum(['APP_ADDED', 'APP_REMOVED', 'PASSKEY_ADDED', 'PASSKEY_REMOVED', 'CODES_RENEWED', 'CODE_USED']),
  }),
  /** `isLinked`: an account of the messenger signs the customer in from now on; otherwise no longer. */
  MESSENGER_CHANGED: Type.Object({ ...FreezeLink, isLinked: Type.Boolean() }),
  /** The id of the key. Never its name: a thief of the session could write anything there. */
  API_KEY_CREATED: Type.Object({ apiId: Type.String() }),
  /** `sendsAt`: when it is sent, in ms since 1970; null: at once. With a `token`, the mail links to the page that cancels it. */
  WITHDRAWAL_REQUESTED: Type.Object({
    ...Withdrawal,
    sendsAt: nullable(Type.Number()),
    needsOperator: Type.Boolean(),
    token: nullable(Type.String()),
  }),
  WITHDRAWAL_SENT: Type.Object(Withdrawal),
  WITHDRAWAL_FAILED: Type.Object({ ...Withdrawal, failure: Type.Enum(['NETWORK', 'REJECTED', 'STOPPED', 'NO_ANSWER']) }),
  /** ASKED: the customer is asked about a higher fee; without an answer the amount returns at `returnsAt`, in ms since 1970 */
  WITHDRAWAL_DELAYED: Type.Object({
    ...Withdrawal,
    reason: Type.Enum(['FEE_ROSE', 'REFUSED', 'PAYOUTS_STOPPED', 'ASKED']),
    returnsAt: nullable(Type.Number()),
  }),
  FIRST_EARNING: Type.Object({}),
  /** `until`: in ms since 1970. `stopsOnly`: withdrawals were stopped, and nothing is frozen. */
  ACCOUNT_FROZEN: Type.Object({ until: Type.Number(), stopsOnly: Type.Optional(Type.Boolean()) }),
  ACCOUNT_RESTORED: Type.Object(FreezeLink),
  /** Pass the address as `to`: the account no longer has it. `forfeited`: in USDT; null: nothing. */
  ACCOUNT_CLOSED: Type.Object({ forfeited: nullable(Type.String()) }),
  IDENTITY_PASSED: Type.Object({}),
  /** `fields`: what was rejected */
  IDENTITY_REJECTED: Type.Object({ fields: Type.Array(Type.Enum([...REVIEWED_FIELDS])), isFinal: Type.Boolean() }),
  /**
   * A card purchase. RETURNED: money that was held or taken goes back to the card. `received` in the coin; `until`: by when to verify, in
   * ms since 1970
   */
  PURCHASE_CHANGED: Type.Object({
    purchaseId: Type.String(),
    outcome: Type.Enum(['VERIFYING', 'PAID', 'DELIVERED', 'DECLINED', 'RETURNED', 'DELIVERY_FAILED']),
    provider: Type.String(),
    paid: Type.String(),
    currency: Type.String(),
    received: Type.String(),
    coin: Type.String(),
    until: nullable(Type.Number()),
  }),
  /** To every operator. `name`: of the setting; `operator`: who changed it, as in the record of the act */
  SETTING_CHANGED: Type.Object({
    name: Type.String(),
    before: Type.String(),
    after: Type.String(),
    operator: Type.String(),
    reason: Type.String(),
  }),
} satisfies Record<AccountMailKind, Type.TSchema>;

type ValuesOf<Kind extends AccountMailKind> = Static<(typeof SCHEMAS)[Kind]>;
export type AccountMailValues = { [Kind in AccountMailKind]: ValuesOf<Kind> };
export type SecondFactorChange = AccountMailValues['SECOND_FACTOR_CHANGED']['change'];

/**
 * Returns the values that a mail was queued with, as they were read from its row. Throws if one is missing or unknown: the mail is tried again later, perhaps by the
 * newer host that queued it, and never sent with an invented value.
 */
export function readAccountMailValues<Kind extends AccountMailKind>(kind: Kind, values: unknown): ValuesOf<Kind> {
  if (!Value.Check(SCHEMAS[kind], values)) throw new Error(`The stored values of a ${kind} mail are not those of this version`);
  return values;
}

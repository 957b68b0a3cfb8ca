import Type, { type Static } from 'typebox';
import { closed } from './common.ts';

/** Sign-in with an account of the messenger (specification §7; D21, D64, D74). */

/** What a mini-app was opened with, as the messenger signed it. */
const InitData = Type.String({ minLength: 1, maxLength: 4_096, description: 'The init data of the mini-app, unchanged' });
export const InitDataBody = Type.Object({ initData: InitData }, closed);
export type InitDataInput = Static<typeof InitDataBody>;

const Password = Type.Optional(
  Type.String({ minLength: 1, maxLength: 1_024, description: 'Not needed after a fresh proof of the second factor' }),
);
export const LinkMessengerBody = Type.Object({ initData: InitData, password: Password }, closed);
export type LinkMessengerInput = Static<typeof LinkMessengerBody>;
export const UnlinkMessengerBody = Type.Object({ password: Password }, closed);
export type UnlinkMessengerInput = Static<typeof UnlinkMessengerBody>;

import Type, { type Static } from 'typebox';
import { closed, nullable, Timestamp } from './common.ts';

/** What the link in the mail about a change does (D70). */

const FreezeToken = Type.String({ pattern: '^[A-Za-z0-9_-]{32}$', description: '192 random bits from the e-mail' });

export const FreezeBody = Type.Object({ token: FreezeToken }, closed);
export type FreezeInput = Static<typeof FreezeBody>;
export const FreezeResponse = Type.Object({
  frozenUntil: Type.String({ ...Timestamp, description: 'No withdrawal is sent until then' }),
  withdrawalsLeft: Type.Integer({
    description: 'Withdrawals that could not be stopped: they may be on their way. Repeat the call',
  }),
  stopsOnly: Type.Optional(
    Type.Boolean({
      description: 'The link stopped withdrawals, and can do so again until `frozenUntil`. The account is not frozen',
    }),
  ),
  restore: nullable(
    Type.Object({
      email: Type.String({ description: 'Shortened: the e-mail that the link restores' }),
      proof: Type.Enum(['password', 'secondFactor'] as const, {
        description: 'What has to be proved, as it was before the change',
      }),
      hasApp: Type.Boolean({
        description: 'The second factor included an authenticator app. Otherwise only recovery codes work here',
      }),
    }),
  ),
});
export type FreezeOutput = Static<typeof FreezeResponse>;

export const RestoreBody = Type.Object(
  {
    token: FreezeToken,
    password: Type.String({ maxLength: 1_024, description: 'The new password' }),
    formerPassword: Type.Optional(Type.String({ maxLength: 1_024, description: 'The password before the change' })),
    code: Type.Optional(Type.String({ pattern: '^[0-9]{6}$', description: 'Of the authenticator app before the change' })),
    recoveryCode: Type.Optional(Type.String({ maxLength: 32, description: 'A recovery code from before the change' })),
  },
  closed,
);
export type RestoreInput = Static<typeof RestoreBody>;
export const RestoreResponse = Type.Object({ email: Type.String({ description: 'The e-mail that was restored' }) });
export type RestoreOutput = Static<typeof RestoreResponse>;

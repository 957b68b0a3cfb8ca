import type { AccountData } from '../../../contract/api/users.ts';

/** A customer with a confirmed e-mail and no second factor. */
export const sampleAccount: AccountData = {
  userId: 20_417,
  email: 'anna@example.org',
  permissions: 'CUSTOMER',
  adminPermissionsScope: { scopes: [] },
  isEmailConfirmed: true,
  hasSecondFactor: false,
  createdAt: '2026-11-20T12:00:00.000Z',
};

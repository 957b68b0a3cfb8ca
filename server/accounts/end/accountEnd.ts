import { tooManyRequests } from '../../../contract/errors.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import type { AccountExport, CloseAccountInput, Closing } from '../../../contract/schemas/accountEnd.ts';
import { createFairQueue } from '../../common/fairQueue.ts';
import { secondsToNextWindow, useAllowance } from '../../db/repositories/allowances.ts';
import { MOST_EXPORTED, readAccountData } from '../../db/repositories/accounts/accountData.ts';
import { queueMessengerNotice } from '../../db/repositories/accounts/messengerQueue.ts';
import { findUser } from '../../db/repositories/accounts/users.ts';
import type { Client } from '../context.ts';
import { publicSessionId } from '../sessionTokens.ts';
import { closeAccount, readClosing, type ClosingCustomer, type ClosingOptions } from './closeAccount.ts';

const EXPORTS_OF_CUSTOMER = { windowMs: 3_600_000, most: 10 };

/** How a customer takes the data and leaves (D60). */
export interface AccountEnd {
  /** Throws ERR_TOO_MANY_REQUESTS without a place in the queue of exports, or after 10 in this hour (D82). */
  exportData(customer: Pick<ClosingCustomer, 'userId'> & { client: Pick<Client, 'address'> }): Promise<AccountExport>;
  closing(userId: number): Promise<Closing>;
  close(customer: ClosingCustomer, input: CloseAccountInput): Promise<void>;
}

export function createAccountEnd(options: ClosingOptions): AccountEnd {
  const { database, now } = options;
  const exports = createFairQueue('Exports are being prepared at the moment. Try again in a few seconds.');
  return {
    exportData: async ({ userId, client }) =>
      await exports.run({ place: `${userId}`, customer: `${userId}`, client: client.address }, async () => {
        if (!(await useAllowance(database, { name: `export:${userId}`, ...EXPORTS_OF_CUSTOMER }, now()))) {
          throw tooManyRequests(
            'You have exported your data often in this hour.',
            secondsToNextWindow(EXPORTS_OF_CUSTOMER, now()),
          );
        }
        const user = await findUser(database, userId);
        // The mailbox of other customers got the code that permitted it.
        if (user?.email === null) await queueMessengerNotice(database, { userId, kind: 'DATA_EXPORTED', now: now() });
        const { sessions = [], ...rest } = await readAccountData(database, userId);
        const data = { ...rest, sessions: sessions.map((row) => ({ ...row, id: publicSessionId(String(row['id'])) })) };
        const readable = Object.entries(data).map(
          ([kind, rows]) => [kind, rows.slice(0, MOST_EXPORTED).toReversed().map(withReadableTimes)] as const,
        );
        const cut = Object.entries(data).flatMap(([kind, rows]) => (rows.length > MOST_EXPORTED ? [kind] : []));
        const note = `Only the newest ${MOST_EXPORTED} records: ${cut.join(', ')}. The order history has all orders. Ask support for the rest.`;
        return { exportedAt: isoTime(now()), userId, data: Object.fromEntries(readable), ...(cut.length > 0 && { note }) };
      }),
    closing: async (userId) => await readClosing(options, database, userId),
    close: async (customer, input) => await closeAccount(options, customer, input),
  };
}

/** Writes times as ISO 8601 instead of milliseconds. */
function withReadableTimes(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) =>
      typeof value === 'number' && /(?:_at|^day)$/.test(column) ? [column, isoTime(value)] : [column, value],
    ),
  );
}

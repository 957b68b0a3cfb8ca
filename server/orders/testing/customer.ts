import type { Database } from '../../db/database.ts';
import type { Client } from '../calls/createOrder.ts';
import { CLIENT, inputFor, type MadeOrder, type OrderHost, type OrderOptions } from './orderHost.ts';

let customers = 0;

/** Adds a registered customer and returns the number. */
export async function addCustomer(database: Database, email: string): Promise<number> {
  const { id } = await database
    .insertInto('users')
    .values({
      id: (customers += 1),
      version: 1,
      email,
      email_key: email,
      password_hash: null,
      operator_scopes: '[]',
      locale: 'en',
      email_confirmed_at: null,
      pending_email: null,
      referrer_user_id: null,
      referrer_code: null,
      created_at: 0,
      password_changed_at: 0,
      credentials_changed_at: 0,
      closed_at: null,
      has_second_factor: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Creates an order while its customer is signed in. */
export async function makeOrderOf(host: OrderHost, userId: number, wanted: OrderOptions = {}): Promise<MadeOrder> {
  const { input, token } = inputFor(host, wanted);
  const owner = { user_id: userId, source: 'SESSION', api_key_id: null } as const satisfies Client['owner'];
  const order = await host.orders.create(input, { ...CLIENT, owner });
  return { order, token, input, destination: input.destinationAddress };
}

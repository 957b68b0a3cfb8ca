import { sampleUser } from '../../../tests/support/samples/sampleUser.ts';
import type { Database } from '../../db/database.ts';
import type { Client } from '../calls/createOrder.ts';
import { CLIENT, inputFor, type MadeOrder, type OrderHost, type OrderOptions } from './orderHost.ts';

let customers = 0;

/** Adds a registered customer and returns the number. */
export async function addCustomer(database: Database, email: string): Promise<number> {
  const id = (customers += 1);
  await database.insertInto('users').values(sampleUser({ id, email }, 0)).execute();
  return id;
}

/** Creates an order while its customer is signed in. */
export async function makeOrderOf(host: OrderHost, userId: number, wanted: OrderOptions = {}): Promise<MadeOrder> {
  const { input, token } = inputFor(host, wanted);
  const owner = { user_id: userId, source: 'SESSION', api_key_id: null } as const satisfies Client['owner'];
  const order = await host.orders.create(input, { ...CLIENT, owner });
  return { order, token, input, destination: input.destinationAddress };
}

import { clientGroup } from '../../contract/clientGroup.ts';
import type { Executor } from '../db/database.ts';
import { listSessionAddresses } from '../db/repositories/accounts/sessions.ts';

/** Returns whether the customer has signed in from the network of this client IP address before; false without a customer, after the same query. */
export async function isKnownNetwork(executor: Executor, userId: number | null, address: string): Promise<boolean> {
  const group = clientGroup(address);
  // No customer has the number 0.
  return (await listSessionAddresses(executor, userId ?? 0)).some((known) => clientGroup(known) === group);
}

import { clientGroup } from '../../../contract/clientGroup.ts';
import type { Executor } from '../../db/database.ts';
import type { BlacklistTable } from '../../db/tables/host.ts';
import { keyOfRow, readSignedRows } from '../../guarantee/signedRows.ts';
import { normalForms } from '../../instruments/addresses/index.ts';
import type { PaymentContext } from '../paymentContext.ts';

/** What the blacklist may name about a customer */
export interface ClientData {
  addresses: readonly (string | null | undefined)[];
  email?: string | null | undefined;
  /** Client IP address */
  clientAddress: string | null;
}

/** Whether the blacklist names the client (D51). Compares every spelling of an address, and both the IP address and its client group. */
export async function isClientBlacklisted(
  { catalogue, ...context }: Pick<PaymentContext, 'catalogue' | 'database' | 'signer'>,
  executor: Executor,
  { addresses, email, clientAddress }: ClientData,
): Promise<boolean> {
  const spellings = addresses.flatMap((address) => (address ? [address, ...normalForms(address, catalogue)] : []));
  const entries = [
    ...spellings.flatMap((spelling) => listed('ADDRESS', spelling)),
    ...listed('EMAIL', email),
    ...listed('CLIENT', clientAddress),
    ...listed('CLIENT', clientAddress && clientGroup(clientAddress)),
  ];
  const { blacklist } = await readSignedRows(context, executor);
  return entries.some((entry) => blacklist.has(keyOfRow('blacklist', entry)));
}

function listed(kind: BlacklistTable['kind'], value: string | null | undefined): { kind: typeof kind; value: string }[] {
  return value ? [{ kind, value: value.toLowerCase() }] : [];
}

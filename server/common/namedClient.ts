import { clientGroup } from '../../contract/clientGroup.ts';

/**
 * Returns what limits count together for a customer whose address a partner names (D40). Only this key's calls count toward it: the
 * host can't know whether the address is true, so it must not restrict the site's own clients.
 */
export const namedClient = (apiKeyId: string, address: string): string => `${apiKeyId} ${clientGroup(address)}`;

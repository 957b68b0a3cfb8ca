import { ApiError } from '../../../contract/errors.ts';
import type { ChainGateway, ChainGateways } from './chainGateway.ts';

/** @throws ERR_NETWORK_NOT_SUPPORTED when this host has no connection to the network (D12) */
export function gatewayOf({ gateways }: { readonly gateways: ChainGateways }, networkSlug: string): ChainGateway {
  const gateway = gateways.get(networkSlug);
  if (!gateway) throw new ApiError('ERR_NETWORK_NOT_SUPPORTED', 'This network is not connected.', { network: networkSlug });
  return gateway;
}

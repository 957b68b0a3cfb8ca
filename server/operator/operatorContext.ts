import type { OrderContext } from '../orders/core/context.ts';

/** What the operator's functions need from the host. */
export type OperatorContext = Pick<
  OrderContext,
  'database' | 'catalogue' | 'gateways' | 'venue' | 'signer' | 'caps' | 'environmentSettings' | 'siteOrigin' | 'now'
>;

import type { IntlShape } from 'react-intl';
import type { Status } from '../../../contract/api/service.ts';

type Component = Status['components'][number];
type Format = IntlShape['formatMessage'];

const PARTS = ['api', 'exchange', 'prices', 'orders'] as const;
const partOf = (id: string) => PARTS.find((part) => part === id);

/** Returns the name of a component; its id if this page does not know it. */
export function componentName({ id, network }: Pick<Component, 'id' | 'network'>, formatMessage: Format): string {
  const part = partOf(id);
  return part ? formatMessage({ id: `status.component.${part}` }) : (network?.friendlyTitle ?? id.replace(/^network:/, ''));
}

/** Returns what a component that does not work means for orders and money; empty if this page does not know it. */
export function effectOf({ id, network, reason }: Component, formatMessage: Format): string {
  const part = partOf(id);
  if (part) return formatMessage({ id: `status.effect.${part}` });
  if (!network) return '';
  if (reason === 'MAINTENANCE' || reason === 'NETWORK_CONGESTED') return formatMessage({ id: `status.effect.${reason}` });
  return formatMessage({ id: 'status.effect.NETWORK_UNAVAILABLE' });
}

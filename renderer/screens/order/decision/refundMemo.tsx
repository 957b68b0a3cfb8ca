import type { Order } from '../../../../contract/api/orders.ts';
import type { Definition } from '../../../components/DefinitionList.tsx';

/** The memo of the known refund address, where the coin has memos: that there is none has to be seen before the money goes. */
export function refundMemo({ pair, refundAddressMemo }: Order, none: string): Definition[] {
  const { requiresMemo, network } = pair.instrumentFrom;
  if (!requiresMemo) return [];
  const detail = refundAddressMemo === null ? none : <span className="mono">{refundAddressMemo}</span>;
  return [{ id: 'memo', term: network?.memoName ?? 'Memo', detail }];
}

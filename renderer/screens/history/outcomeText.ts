import type { IntlShape } from 'react-intl';
import { hasPayout, type OrderRecord } from '../../stores/deviceOrders/orderRecords.ts';
import { recordedCoin, type useMoney } from '../order/useMoney.ts';

interface Texts {
  money: ReturnType<typeof useMoney>['money'];
  formatMessage: IntlShape['formatMessage'];
}

/** Returns what an order moved: "0.025 BTC → 1,580.12 USDT", "0.025 BTC → refunded 0.02498 BTC". */
export function outcomeText(record: OrderRecord, texts: Texts): string {
  const { amountFrom, from } = record;
  return `${texts.money(amountFrom, recordedCoin(from))} → ${returnText(record, texts)}`;
}

/** Returns the other side: an amount that is not final has the sign "≈"; only the coin where no amount is promised. */
function returnText(record: OrderRecord, { money, formatMessage }: Texts): string {
  const { stage, rateMode, amountTo, amountRefunded, from, to } = record;
  if (stage === 'refunding' || stage === 'refunded') {
    const amount = amountRefunded ? money(amountRefunded, recordedCoin(from)) : '';
    return formatMessage({ id: stage === 'refunded' ? 'history.refunded' : 'history.refunding' }, { amount }).trim();
  }
  if (NOT_PROMISED.has(stage)) return to.ticker;
  const isFinal = hasPayout(record) || rateMode === 'FIXED';
  return `${isFinal ? '' : '≈\u00a0'}${money(amountTo, recordedCoin(to))}`;
}

const NOT_PROMISED: ReadonlySet<OrderRecord['stage']> = new Set(['expired', 'depositReorged', 'partlyPaid', 'decision']);

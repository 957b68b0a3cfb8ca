import { useIntl } from 'react-intl';
import type { HistoryOutput } from '../../../../contract/api/rates.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { useStores } from '../../../StoresContext.tsx';

export interface Change {
  text: string;
  tone: 'good' | 'bad' | 'even';
}

const DECIMALS = 2;

/** Returns the function that writes the change of a day: "+0.41 % today", or `isShort` "+0.41 %". */
export function useChange(): (history: HistoryOutput, isShort?: boolean) => Change {
  const { formatMessage } = useIntl();
  const { code } = useStores().locale;
  return ({ changePercent }, isShort = false) => {
    const isDown = changePercent.startsWith('-');
    const isEven = !/[1-9]/.test(changePercent);
    const sign = isEven ? '' : isDown ? '−' : '+';
    const percent = `${sign}${formatAmount(changePercent.replace(/^[-+]/, ''), code, DECIMALS)}`;
    return {
      text: isShort ? `${percent}\u00a0%` : formatMessage({ id: 'exchange.today' }, { percent }),
      tone: isEven ? 'even' : isDown ? 'bad' : 'good',
    };
  };
}

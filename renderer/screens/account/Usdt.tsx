import { observer } from 'mobx-react-lite';
import { formatAmount } from '../../../contract/formatAmount.ts';
import type { Decimal } from '../../../contract/money.ts';
import { useStores } from '../../StoresContext.tsx';

/** USDT is shown in cents, and with every further digit that an amount has (D58). */
export const USDT_DECIMALS = 2;

/** An amount with its unit: "312.48 USDT". */
export const Usdt = observer(({ amount }: { amount: Decimal }) => {
  const { locale } = useStores();
  return <span className="numeric" translate="no">{`${formatAmount(amount, locale.code, USDT_DECIMALS)}\u00a0USDT`}</span>;
});

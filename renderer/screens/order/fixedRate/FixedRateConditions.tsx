import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Instrument } from '../../../../contract/api/instruments.ts';
import { fixedRateLimits } from '../../../../contract/priceChain/fixedRateLimits.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import type { Decimal } from '../../../../contract/money.ts';
import type { PriceChain } from '../../../../contract/priceChain/priceChain.ts';
import { CheckIcon } from '../../../components/icons/icons.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { money } from '../useMoney.ts';
import styles from './fixedRate.module.css';

interface ConditionsProps {
  chain: PriceChain;
  from: Instrument;
  to: Instrument;
  marketPercent: Decimal;
  /** When the deposit must be seen, and in a block: as durations on the form, as times on the order. `mined` is null if not stated. */
  seen: ReactNode;
  mined: ReactNode;
}

/** What keeps a fixed rate, the same on form and order, with each limit in coins (D5, D55, D67). */
export function FixedRateConditions({ chain, from, to, marketPercent, seen, mined }: ConditionsProps) {
  const { code } = useStores().locale;
  const limits = fixedRateLimits(chain, { marketPercent, from: from.precisionDecimals, to: to.precisionDecimals });
  const received = (value: Decimal) => money(value, to, code, to.precisionDecimals);
  return (
    <div className={styles['conditions']}>
      <p>
        <FormattedMessage id="hold.title" />
      </p>
      <ul className="numeric">
        <Condition>{seen}</Condition>
        {mined && <Condition>{mined}</Condition>}
        <Condition>
          <FormattedMessage
            id="hold.amount"
            values={{ least: formatAmount(limits.least, code), most: money(limits.most, from, code) }}
          />
        </Condition>
        <Condition>
          <FormattedMessage
            id="hold.market"
            values={{
              sent: money(chain.sent, from, code),
              worth: received(limits.worth),
              percent: formatAmount(limits.marketPercent, code),
            }}
          />
        </Condition>
        <Condition>
          <FormattedMessage id="hold.costs" values={{ fees: received(limits.networkFees) }} />
        </Condition>
      </ul>
      <p>
        <FormattedMessage id="hold.otherwise" />
      </p>
    </div>
  );
}

function Condition({ children }: { children: ReactNode }) {
  return (
    <li>
      <CheckIcon size="small" />
      <span>{children}</span>
    </li>
  );
}

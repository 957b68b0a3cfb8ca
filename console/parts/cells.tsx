import { ownValue } from '../../contract/tables/ownValue.ts';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { shortened } from '../../contract/shortened.ts';
import { ExternalLink, Link } from '../../renderer/components/buttons/Link.tsx';
import { CoinLogo } from '../../renderer/components/coins/CoinLogo.tsx';
import { StatusChip, type StatusChipProps } from '../../renderer/components/feedback/StatusChip.tsx';
import { useNow } from '../../renderer/screens/shell/useNow.ts';
import { stateName } from '../acts/actTexts.ts';
import list from './list.module.css';
import { shortTime } from './times.ts';
import { useCoins } from './useCoins.ts';

/** A coin with its logo, ticker and network. */
export const Coin = observer(({ slug }: { slug: string }) => {
  const { ticker, network, logo } = useCoins();
  return (
    <span className={list['row']}>
      <CoinLogo {...logo(slug)} lazy />
      <span>
        <b>{ticker(slug)}</b>
        <Small>{network(slug)}</Small>
      </span>
    </span>
  );
});

/** "14,200 USDT", and below it what it is worth. */
export const Money = observer(({ amount, slug, usd = null }: { amount: string; slug: string; usd?: string | null }) => {
  const { coinText, usdText } = useCoins();
  return (
    <>
      <span className={list['nowrap']}>{coinText(amount, slug)}</span>
      {usd !== null && <Small>{usdText(usd)}</Small>}
    </>
  );
});

/** "19,403.10 USD" as "$19,403.10" */
export const Usd = observer(({ amount }: { amount: string | null }) => {
  const { usdText } = useCoins();
  return amount === null ? '–' : usdText(amount);
});

export function Small({ children }: { children: ReactNode }) {
  return <span className={list['small']}>{children}</span>;
}

/** An address, hash or id: its ends, and all of it as a hint. */
export function Code({ text, href }: { text: string; href?: string | null }) {
  const short = (
    <span className="mono" title={text}>
      {shortened(text)}
    </span>
  );
  return href ? <ExternalLink href={href}>{short}</ExternalLink> : short;
}

/** "Customer 12", which opens the customer's page. */
export function CustomerLink({ customerId }: { customerId: number }) {
  return (
    <Link href={`/customers/${customerId}`}>
      <FormattedMessage id="console.customerNumber" values={{ number: String(customerId) }} />
    </Link>
  );
}

/** What opens a row. J and K move from one to the next. */
export function RowLink({ href, isOpen = false, children }: { href: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <Link href={href} data-row className={list['open']} aria-current={isOpen ? 'true' : undefined}>
      {children}
    </Link>
  );
}

/** A time, without the day if it is today's. */
export function At({ time }: { time: string | null }) {
  const now = useNow(60_000);
  return time === null ? (
    '–'
  ) : (
    <time dateTime={time} title={time}>
      {shortTime(time, now)}
    </time>
  );
}

const TONES: Readonly<Record<string, StatusChipProps['tone']>> = {
  PENDING: 'active',
  SENT: 'active',
  PAYING_OUT: 'active',
  CONFIRMING: 'active',
  AUTHORISING: 'active',
  PAID: 'active',
  DELIVERING: 'active',
  DELIVERED: 'done',
  DELIVERY_FAILED: 'urgent',
  CONFIRMED: 'done',
  COMPLETED: 'done',
  HELD: 'urgent',
  DECISION_NEEDED: 'urgent',
  REFUSED: 'urgent',
  FAILED: 'urgent',
  ON: 'good',
  OFF: 'urgent',
  RECOVERY: 'urgent',
  UNRESOLVED: 'urgent',
  ENDED: 'done',
};

/** A state of the host in words, with a dot. */
export function State({ state, detail }: { state: string; detail?: ReactNode }) {
  const intl = useIntl();
  return (
    <StatusChip tone={ownValue(TONES, state) ?? 'ended'} detail={detail}>
      {stateName(intl, state)}
    </StatusChip>
  );
}

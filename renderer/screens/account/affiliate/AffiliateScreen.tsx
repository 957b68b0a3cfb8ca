import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import type { AppStores } from '../../../stores/createAppStores.ts';
import { affiliateGroup } from '../../../stores/account/AffiliateStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { AccountFrame } from '../AccountFrame.tsx';
import { LoadingCard } from '../LoadingCard.tsx';
import { EarnedNotice } from '../EarnedNotice.tsx';
import { Codes } from './Codes.tsx';
import { Earnings } from './Earnings.tsx';
import { Figures } from './Figures.tsx';
import { usdtWithUnit } from '../usdt.ts';
import { YourLink } from './YourLink.tsx';

export async function load(stores: AppStores): Promise<null> {
  const { affiliate } = affiliateGroup(stores);
  await affiliate.load();
  return null;
}

/** `/profile/affiliate-program`: the customer's link, figures, codes and earnings (D48). */
export const Screen = observer(() => {
  const { affiliate, locale } = useStores(affiliateGroup);
  const { program, statistics, balance } = affiliate;
  const main = statistics?.codes.find(({ isMain }) => isMain);
  return (
    <AccountFrame
      title={<FormattedMessage id="affiliate.title" />}
      lead={
        program ? (
          <FormattedMessage id="affiliate.lead" values={{ percent: formatAmount(program.referrerSharePercent, locale.code) }} />
        ) : (
          <Skeleton />
        )
      }
      {...(balance && { summary: usdtWithUnit(balance.amount, locale.code) })}
    >
      {statistics && main ? (
        <>
          <EarnedNotice earned={balance?.amount ?? '0'} />
          <YourLink code={main.code} />
          <Figures statistics={statistics} />
          <Codes codes={statistics.codes} />
          <Earnings />
        </>
      ) : (
        <LoadingCard />
      )}
    </AccountFrame>
  );
});

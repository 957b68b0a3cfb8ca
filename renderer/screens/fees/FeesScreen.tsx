import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { formatAmount } from '../../../contract/formatAmount.ts';
import type { Fees } from '../../../contract/api/service.ts';
import { FIXED_RATE_LOCK_MS } from '../../../contract/limits.ts';
import { add } from '../../../contract/money.ts';
import { Card } from '../../components/layout/Card.tsx';
import { DefinitionList } from '../../components/data/DefinitionList.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import type { AppStores } from '../../stores/createAppStores.ts';
import { feesGroup } from '../../stores/FeesStore.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from './fees.module.css';
import { NetworkFees } from './NetworkFees.tsx';

export async function load(stores: AppStores): Promise<null> {
  await feesGroup(stores).fees.load();
  return null;
}

/** `/fees`: service fee, network fees, limits and what a refund costs, with the host's own numbers. */
export const Screen = observer(() => {
  const { fees } = useStores(feesGroup);
  return (
    <div className={`page-width ${styles['page']}`}>
      <PageHeading title={<FormattedMessage id="fees.title" />} lead={<FormattedMessage id="fees.lead" />} />
      {fees.fees ? (
        <>
          <div className={styles['columns']}>
            <ServiceFee fees={fees.fees} />
            <Limits fees={fees.fees} />
            <Card title={<FormattedMessage id="fees.refund" />}>
              <p className={styles['text']}>
                <FormattedMessage id="fees.refundText" />
              </p>
            </Card>
          </div>
          <NetworkFees networks={fees.networks} />
        </>
      ) : (
        <Notice kind="information" title={<FormattedMessage id="fees.none" />}>
          <FormattedMessage id="fees.noneHelp" />
        </Notice>
      )}
    </div>
  );
});

const ServiceFee = observer(({ fees: { platformFeePercent, fixedPremiumPercent } }: { fees: Fees }) => {
  const { locale } = useStores();
  const percent = (value: string) => <FormattedMessage id="fees.percent" values={{ value: formatAmount(value, locale.code) }} />;
  return (
    <Card title={<FormattedMessage id="fees.service" />}>
      <DefinitionList
        items={[
          { id: 'floating', term: <FormattedMessage id="fees.floating" />, detail: percent(platformFeePercent) },
          {
            id: 'fixed',
            term: <FormattedMessage id="fees.fixed" />,
            detail: (
              <FormattedMessage
                id="fees.percentAtLeast"
                values={{ value: formatAmount(add(platformFeePercent, fixedPremiumPercent), locale.code) }}
              />
            ),
          },
        ]}
      />
      <p className={styles['text']}>
        <FormattedMessage id="fees.serviceText" values={{ minutes: FIXED_RATE_LOCK_MS / 60_000 }} />
      </p>
    </Card>
  );
});

const Limits = observer(({ fees }: { fees: Fees }) => {
  const { locale } = useStores();
  const { minimumUsd, maximumUsd, fixedMaximumUsd, maximumFeeSharePercent } = fees;
  const usd = (value: string) => <FormattedMessage id="fees.usd" values={{ amount: formatAmount(value, locale.code) }} />;
  return (
    <Card title={<FormattedMessage id="fees.limits" />}>
      <DefinitionList
        items={[
          { id: 'minimum', term: <FormattedMessage id="fees.minimum" />, detail: usd(minimumUsd) },
          { id: 'maximum', term: <FormattedMessage id="fees.maximum" />, detail: usd(maximumUsd) },
          { id: 'fixed', term: <FormattedMessage id="fees.fixedMaximum" />, detail: usd(fixedMaximumUsd) },
        ]}
      />
      <p className={styles['text']}>
        <FormattedMessage id="fees.limitsText" values={{ percent: formatAmount(maximumFeeSharePercent, locale.code) }} />
      </p>
    </Card>
  );
});

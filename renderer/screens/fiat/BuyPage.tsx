import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { fiatGroup } from '../../stores/fiat/fiatGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from '../exchange/ExchangePage.module.css';
import { useExchangeTexts } from '../exchange/useExchangeTexts.ts';
import { BuyForm } from './BuyForm.tsx';
import { BuySteps } from './BuySteps.tsx';
import { useFiatTexts } from './useFiatTexts.ts';
import { VerificationDialog } from './VerificationDialog.tsx';
import { WhoDoesWhat } from './WhoDoesWhat.tsx';

/** The exchange page in buy mode: the form, what happens next, and who answers for what. */
export const BuyPage = observer(() => {
  const { startBuying, session } = useStores(fiatGroup);
  const { names } = useExchangeTexts();
  const { provider } = useFiatTexts();
  useEffect(() => startBuying(), [startBuying]);
  return (
    <div className={`page-width ${styles['page']}`}>
      <PageHeading
        title={<FormattedMessage id="fiat.title" values={{ coin: names().to }} />}
        lead={<FormattedMessage id={session.exists ? 'fiat.lead' : 'fiat.lead.guest'} values={{ provider }} />}
      />
      <div className={styles['main']}>
        <BuyForm />
        <div className={styles['beside']}>
          <BuySteps />
          <WhoDoesWhat />
        </div>
      </div>
      <VerificationDialog />
    </div>
  );
});

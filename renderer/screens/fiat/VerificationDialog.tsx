import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { MailIcon, ShieldIcon } from '../../components/icons/pageIcons.tsx';
import { fiatGroup } from '../../stores/fiat/fiatGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { useExchangeTexts } from '../exchange/useExchangeTexts.ts';
import order from '../order/order.module.css';
import { ProviderPage } from './ProviderPage.tsx';
import { useFiatTexts } from './useFiatTexts.ts';

/** Says what the provider asks for on its page, and what comes after it. */
export const VerificationDialog = observer(() => {
  const { verification, session } = useStores(fiatGroup);
  const { provider } = useFiatTexts();
  const { amountOf } = useExchangeTexts();
  if (verification.page === null) return null;
  return (
    <ProviderPage
      title={<FormattedMessage id="fiat.verify.title" values={{ provider }} />}
      url={verification.page}
      open={<FormattedMessage id="fiat.verify.open" />}
      onOpen={verification.leave}
      onClose={verification.stop}
    >
      <p className={order['foot']}>
        <MailIcon />
        <span>
          <FormattedMessage id="fiat.verify.email" values={{ email: session.account?.email }} />
        </span>
      </p>
      <p className={order['foot']}>
        <ShieldIcon />
        <span>
          <FormattedMessage id="fiat.verify.documents" values={{ provider }} />
        </span>
      </p>
      <p>
        <FormattedMessage id="fiat.verify.then" values={{ amount: amountOf('send') }} />
      </p>
    </ProviderPage>
  );
});

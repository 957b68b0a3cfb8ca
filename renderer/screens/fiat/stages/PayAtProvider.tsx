import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { ExternalIcon } from '../../../components/icons/pageIcons.tsx';
import { cardTermsGroup } from '../../../stores/fiat/cardTermsGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { ContactLink } from '../../order/ContactLink.tsx';
import { ProviderPage } from '../ProviderPage.tsx';
import type { PurchaseStepProps } from './purchaseStep.ts';

interface PayAtProviderProps extends PurchaseStepProps {
  title: ReactNode;
  label: ReactNode;
  children: ReactNode;
  /** The question whether to open the page is shown at once. */
  isAsked?: boolean;
}

/** The button that opens the provider's page, after its host was shown. A page of somebody else is never opened. */
export const PayAtProvider = observer(({ order, fiat, title, label, children, isAsked = false }: PayAtProviderProps) => {
  const { cardTerms } = useStores(cardTermsGroup);
  const [isOpen, setOpen] = useState(isAsked);
  const { redirectUrl } = order;
  if (redirectUrl === null || cardTerms.terms === null) return null;
  if (!cardTerms.isProvidersPage(redirectUrl)) {
    return (
      <Notice kind="danger" role="alert" actions={<ContactLink orderId={order.orderId} />}>
        <FormattedMessage id="fiat.notProviders" values={{ provider: fiat.providerName }} />
      </Notice>
    );
  }
  return (
    <>
      <Button variant="primary" icon={<ExternalIcon />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ProviderPage title={title} url={redirectUrl} open={label} onOpen={() => setOpen(false)} onClose={() => setOpen(false)}>
          {children}
        </ProviderPage>
      )}
    </>
  );
});

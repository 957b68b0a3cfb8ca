import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { useStores } from '../../StoresContext.tsx';

/** A link to support that names the order. */
export const ContactLink = observer(({ orderId }: { orderId: string }) => {
  const { locale } = useStores();
  return (
    <LinkButton size="small" href={locale.path(`/support?order=${orderId}`)}>
      <FormattedMessage id="order.contact" />
    </LinkButton>
  );
});

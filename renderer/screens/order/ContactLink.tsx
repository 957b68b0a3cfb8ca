import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { LinkButton } from '../../components/LinkButton.tsx';
import { useStores } from '../../StoresContext.tsx';

/** The way to a person, who then knows which order is meant. */
export const ContactLink = observer(({ orderId }: { orderId: string }) => {
  const { locale } = useStores();
  return (
    <LinkButton size="small" href={locale.path(`/support?order=${orderId}`)}>
      <FormattedMessage id="order.contact" />
    </LinkButton>
  );
});

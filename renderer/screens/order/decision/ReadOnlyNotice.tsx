import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { LinkButton } from '../../../components/LinkButton.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useStores } from '../../../StoresContext.tsx';

/** Why the buttons of this part can't be pressed in this browser (D3, D23), and the way to what they need. */
export const LookOnly = observer(() => {
  const { locale } = useStores();
  return (
    <Notice
      kind="information"
      actions={
        <LinkButton size="small" href={locale.path('/order')}>
          <FormattedMessage id="pass.open" />
        </LinkButton>
      }
    >
      <FormattedMessage id="order.decision.lookOnly" />
    </Notice>
  );
});

import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useHydrated } from '../../../useHydrated.ts';

/** Returns false when this browser does not hold the order pass (D3). The server cannot know it. */
export function useMayDecide(): boolean {
  const { decision } = useStores(orderGroup);
  return !useHydrated() || decision.mayDecide;
}

/** Says that deciding needs the order pass, with a link to open it (D3, D23). */
export const ReadOnlyNotice = observer(() => {
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
      <FormattedMessage id="order.decision.readOnly" />
    </Notice>
  );
});

import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { WarningIcon } from '../../../components/icons/icons.tsx';
import { identityGroup } from '../../../stores/identity/IdentityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useBusy } from '../../../useBusy.ts';
import { frameClass } from './lateStyles.ts';
import { Verdict } from './Verdict.tsx';

/** The host lost the key of what the customer answered. Only its operator can bring the key back. */
export const UnreadableCard = observer(() => {
  const { identity, locale } = useStores(identityGroup);
  const [isBusy, run] = useBusy();
  return (
    <Verdict
      tone="bad"
      icon={<WarningIcon size="large" />}
      title={<FormattedMessage id="identity.unreadable.title" />}
      lead={<FormattedMessage id="identity.unreadable.lead" />}
    >
      <div className={frameClass('actions')}>
        <LinkButton variant="text" href={locale.path('/support')}>
          <FormattedMessage id="identity.support" />
        </LinkButton>
        <Button busy={isBusy} onClick={() => run(identity.reload)}>
          <FormattedMessage id="identity.unreadable.again" />
        </Button>
      </div>
    </Verdict>
  );
});

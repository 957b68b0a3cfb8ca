import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Band } from '../../components/layout/Band.tsx';
import { Link } from '../../components/buttons/Link.tsx';
import { useStores } from '../../StoresContext.tsx';

/** The strip on top of every page of a host without real money. */
export const SandboxStrip = observer(() => {
  const { formatMessage } = useIntl();
  const { health, locale } = useStores();
  const speed = health.host.embeddedChainSpeed ?? 1;
  return (
    <Band label={formatMessage({ id: 'shell.sandboxLabel' })}>
      {health.host.sandbox ? (
        <FormattedMessage
          id="shell.sandboxBand"
          values={{ speed, link: (text) => <Link href={locale.path('/sandbox')}>{text}</Link> }}
        />
      ) : (
        <FormattedMessage id="shell.embeddedBand" values={{ speed }} />
      )}
    </Band>
  );
});

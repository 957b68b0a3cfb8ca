import { ExternalIcon } from '../../components/icons/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { ExternalLink, Link } from '../../components/buttons/Link.tsx';
import { useStores } from '../../StoresContext.tsx';
import { shortened } from '../../../contract/shortened.ts';
import styles from './order.module.css';

/** A transaction hash, with a link to the network's explorer if there is one. */
export const TransactionLink = observer(({ hash, url }: { hash: string; url: string | null }) => {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const text = (
    <span className="mono" translate="no">
      {shortened(hash)}
    </span>
  );
  if (url?.startsWith('/')) {
    // The explorer of an embedded network is the sandbox page of this site.
    const label = formatMessage({ id: 'order.transactionInSandbox' }, { hash: shortened(hash) });
    return (
      <Link href={locale.path(url)} className={styles['transaction']} aria-label={label}>
        {text}
      </Link>
    );
  }
  if (!url) return text;
  return (
    <ExternalLink
      href={url}
      className={styles['transaction']}
      aria-label={formatMessage({ id: 'order.transactionOf' }, { hash: shortened(hash) })}
    >
      {text}
      <ExternalIcon size="small" />
    </ExternalLink>
  );
});

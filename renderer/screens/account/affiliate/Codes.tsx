import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { AffiliateStatistics } from '../../../../contract/api/affiliates.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { DataTable } from '../../../components/data/DataTable.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { usdt } from '../usdt.ts';
import { CodeDialog } from './CodeDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import styles from './affiliate.module.css';

type Code = AffiliateStatistics['codes'][number];
type Open = { kind: 'name'; code: Code | null } | { kind: 'link'; code: Code } | null;

/** The codes with their figures of the period, one for each place of links. */
export const Codes = observer(({ codes }: { codes: readonly Code[] }) => {
  const { formatMessage, formatNumber } = useIntl();
  const { locale } = useStores();
  const [open, setOpen] = useState<Open>(null);
  const nameOf = (code: Code) => (code.name === '' ? formatMessage({ id: 'affiliate.mainCode' }) : code.name);
  const close = () => setOpen(null);
  return (
    <Card
      title={<FormattedMessage id="affiliate.codes" />}
      titleAside={
        <Button size="small" onClick={() => setOpen({ kind: 'name', code: null })}>
          <FormattedMessage id="affiliate.newCode" />
        </Button>
      }
    >
      <p className={`hint ${styles['hint']}`}>
        <FormattedMessage id="affiliate.codesHint" />
      </p>
      <DataTable
        caption={formatMessage({ id: 'affiliate.codes' })}
        lines
        rows={codes}
        rowKey={({ code }) => code}
        columns={[
          {
            id: 'code',
            place: 'main',
            heading: formatMessage({ id: 'affiliate.code' }),
            cell: (code) => (
              <span className={styles['name']}>
                <span>{nameOf(code)}</span>
                <code>{code.code}</code>
              </span>
            ),
          },
          { id: 'clicks', heading: formatMessage({ id: 'affiliate.clicks' }), cell: ({ clicks }) => formatNumber(clicks) },
          {
            id: 'orders',
            place: 'note',
            heading: formatMessage({ id: 'affiliate.orders' }),
            cell: ({ orders }) => formatNumber(orders),
          },
          {
            id: 'earned',
            place: 'value',
            heading: formatMessage({ id: 'affiliate.earnedUsdt' }),
            cell: ({ earned }) => <strong>{usdt(earned, locale.code)}</strong>,
          },
          {
            id: 'actions',
            place: 'last',
            heading: formatMessage({ id: 'affiliate.actions' }),
            cell: (code) => (
              <span className={styles['rowActions']}>
                <Button
                  size="small"
                  variant="text"
                  aria-label={formatMessage({ id: 'affiliate.linkOf' }, { name: nameOf(code) })}
                  onClick={() => setOpen({ kind: 'link', code })}
                >
                  <FormattedMessage id="affiliate.showLink" />
                </Button>
                <Button
                  size="small"
                  variant="text"
                  aria-label={formatMessage({ id: 'affiliate.renameOf' }, { name: nameOf(code) })}
                  onClick={() => setOpen({ kind: 'name', code })}
                >
                  <FormattedMessage id="affiliate.rename" />
                </Button>
              </span>
            ),
          },
        ]}
      />
      {open?.kind === 'name' && <CodeDialog code={open.code} onClose={close} />}
      {open?.kind === 'link' && <LinkDialog code={open.code.code} name={nameOf(open.code)} onClose={close} />}
    </Card>
  );
});

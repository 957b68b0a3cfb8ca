import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { shortened } from '../../contract/shortened.ts';
import { classNames } from '../../renderer/components/classNames.ts';
import { DataTable } from '../../renderer/components/data/DataTable.tsx';
import { Link } from '../../renderer/components/buttons/Link.tsx';
import { useNow } from '../../renderer/screens/shell/useNow.ts';
import { ActButtons } from '../acts/ActButtons.tsx';
import { kindHelp, kindName, reasonText } from '../acts/actTexts.ts';
import list from './list.module.css';
import { Money } from './cells.tsx';
import { Since } from './Since.tsx';
import { useCoins } from './useCoins.ts';

type WaitingItem = ConsoleOutput<'waiting'>['lists'][number]['items'][number];

const ALARMING: readonly string[] = ['FAILED', 'DEPOSIT_REORGED', 'REFUSED'];
/** An item that waits longer is shown in amber, in ms. */
const LATE_MS = 30 * 60_000;

/** Items that wait for a person: what each is, since when, and what can be done. */
export const WaitingTable = observer(({ caption, items }: { caption: string; items: readonly WaitingItem[] }) => {
  const intl = useIntl();
  const { network } = useCoins();
  const columns = [
    {
      id: 'kind',
      heading: intl.formatMessage({ id: 'console.column.kind' }),
      cell: ({ kind }: WaitingItem) => (
        <span className={`${list['tag']} ${ALARMING.includes(kind) ? list['alarm'] : list['ask']}`}>{kindName(intl, kind)}</span>
      ),
    },
    {
      id: 'what',
      heading: intl.formatMessage({ id: 'console.column.what' }),
      align: 'start' as const,
      cell: (item: WaitingItem) => (
        <>
          <Link href={pathOf(item)} data-row className={list['open']}>
            {item.reason === null ? kindHelp(intl, item.kind) : reasonText(intl, item.reason)}
          </Link>
          <span className={list['small']}>
            <span className="mono">{shortened(item.orderId ?? item.subject)}</span>
            {item.network !== null && ` · ${(item.instrument && network(item.instrument)) ?? item.network}`}
          </span>
        </>
      ),
    },
    {
      id: 'amount',
      heading: intl.formatMessage({ id: 'console.column.amount' }),
      cell: ({ amount, instrument, usdValue }: WaitingItem) =>
        amount !== null && instrument !== null && <Money amount={amount} slug={instrument} usd={usdValue} />,
    },
    {
      id: 'since',
      heading: intl.formatMessage({ id: 'console.column.waits' }),
      cell: ({ since }: WaitingItem) => <Waited at={since} />,
    },
    {
      id: 'acts',
      heading: intl.formatMessage({ id: 'console.column.acts' }),
      cell: (item: WaitingItem) => <ActButtons offers={item.acts} about={shortened(item.orderId ?? item.subject)} most={2} />,
    },
  ];
  return <DataTable caption={caption} columns={columns} rows={items} rowKey={({ kind, subject }) => kind + subject} cards />;
});

function Waited({ at }: { at: string }) {
  const now = useNow(10_000);
  return (
    <span className={classNames(list['nowrap'], now - Date.parse(at) > LATE_MS && list['late'])}>
      <Since at={at} />
    </span>
  );
}

/** Returns the page that shows everything about an item. */
function pathOf({ kind, orderId, withdrawalId, subject }: WaitingItem): string {
  if (orderId !== null) return `/orders/${orderId}`;
  if (withdrawalId !== null) return `/withdrawals/${encodeURIComponent(subject)}`;
  return kind === 'UNATTRIBUTED' || kind === 'CLAIM' ? '/claims' : '/payments';
}

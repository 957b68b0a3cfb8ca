import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { classNames } from '../../../components/classNames.ts';
import { Link } from '../../../components/buttons/Link.tsx';
import { runningGroup } from '../../../stores/desk/RunningStore.ts';
import { toolsGroup } from '../../../stores/desk/ToolStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { OrdersIcon } from '../deskIcons.tsx';
import pane from '../pane.module.css';
import { DoneOrder } from './DoneOrder.tsx';
import styles from './orders.module.css';
import { RunningOrder } from './RunningOrder.tsx';

/** The orders that have not ended, those of today that have, and the way to an order pass. */
export const RunningOrders = observer(() => {
  const { locale, runningOrders: orders, tools } = useStores(runningGroup, toolsGroup);
  useEffect(() => orders.start(), [orders]);
  const { running, doneToday } = orders;
  return (
    <div className={pane['pane']}>
      <header className={classNames(pane['heading'], styles['heading'])}>
        <h2>
          <FormattedMessage id="desk.orders" /> <span className={styles['count']}>{running.length > 0 && running.length}</span>
        </h2>
        <Link href={locale.path('/history')} className={styles['all']}>
          <FormattedMessage id="desk.orders.all" />
        </Link>
      </header>
      <div className={pane['scroll']}>
        {running.length === 0 && (
          <p className={pane['empty']}>
            <FormattedMessage id="desk.orders.empty" />
          </p>
        )}
        <ul>
          {running.map((record) => (
            <RunningOrder key={record.orderId} record={record} />
          ))}
        </ul>
        {doneToday.length > 0 && (
          <section>
            <h3 className={styles['section']}>
              <FormattedMessage id="desk.orders.done" /> <span className="numeric">{doneToday.length}</span>
            </h3>
            <ul>
              {doneToday.map((record) => (
                <DoneOrder key={record.orderId} record={record} />
              ))}
            </ul>
          </section>
        )}
      </div>
      <p className={styles['pass']}>
        <OrdersIcon size="small" />
        <span>
          <FormattedMessage
            id="desk.orders.pass"
            values={{
              a: (words) => (
                <button
                  key="open"
                  type="button"
                  className={styles['open']}
                  onClick={() => tools.open({ name: 'orderPass', data: {} })}
                >
                  {words}
                </button>
              ),
            }}
          />
        </span>
      </p>
    </div>
  );
});

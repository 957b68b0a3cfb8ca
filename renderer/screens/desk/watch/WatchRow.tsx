import { observer } from 'mobx-react-lite';
import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';
import { formatAmount, formatPrice } from '../../../../contract/formatAmount.ts';
import type { WatchedPair } from '../../../../contract/schemas/trading.ts';
import { classNames } from '../../../components/classNames.ts';
import { CoinLogo } from '../../../components/coins/CoinLogo.tsx';
import { CloseIcon } from '../../../components/icons/icons.tsx';
import { BellIcon } from '../../../components/icons/pageIcons.tsx';
import { IconButton } from '../../../components/buttons/IconButton.tsx';
import { Link } from '../../../components/buttons/Link.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { rateAlertsGroup } from '../../../stores/desk/RateAlertStore.ts';
import { watchGroup } from '../../../stores/desk/WatchStore.ts';
import { pairKey } from '../../../../contract/desktop/watchedRate.ts';
import { marketPrice } from '../../../stores/exchange/estimate.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { coinLogo } from '../../coins/coinViews.ts';
import { useChange } from '../../exchange/rate/useChange.ts';
import { DownIcon, UpIcon } from '../deskIcons.tsx';
import pane from '../pane.module.css';
import { useIsTrading } from '../useIsTrading.ts';
import { Spark } from './Spark.tsx';
import styles from './watch.module.css';

interface WatchRowProps {
  pair: WatchedPair;
  /** From 0. */
  place: number;
  isEditing: boolean;
}

/** One watched pair: a link to its page. Arrow keys lead to the other rows. Alt with an arrow key or the pointer moves it; Delete removes it. */
export const WatchRow = observer(({ pair, place, isEditing }: WatchRowProps) => {
  const { formatMessage } = useIntl();
  const { exchange, locale, watch } = useStores(exchangeGroup, watchGroup);
  const [isTarget, setTarget] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const { from, to } = useTickers(pair);
  const names = { from, to };
  const isCurrent = useIsTrading() && exchange.send === pair.from && exchange.receive === pair.to;

  const move = (by: number): void => {
    watch.move(pair, place + by);
    // The row keeps the focus where it is now.
    requestAnimationFrame(() => row.current?.querySelector('a')?.focus());
  };
  const remove = (): void => {
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    next?.querySelector('a')?.focus();
    watch.remove(pair);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      move(event.key === 'ArrowUp' ? -1 : 1);
    }
    if (event.key === 'Delete') remove();
    if (event.altKey) return;
    const { nextElementSibling: below, previousElementSibling: above } = row.current ?? {};
    const neighbour = event.key === 'ArrowDown' ? below : event.key === 'ArrowUp' ? above : null;
    if (!neighbour) return;
    event.preventDefault();
    neighbour.querySelector('a')?.focus();
  };
  const drop = (event: DragEvent): void => {
    setTarget(false);
    const dragged = watch.pairs.find((one) => pairKey(one) === event.dataTransfer.getData(PAIR_TYPE));
    if (!dragged) return;
    event.preventDefault();
    watch.move(dragged, place);
  };

  return (
    <li ref={row} className={classNames(styles['row'], isCurrent && styles['current'], isTarget && styles['target'])}>
      <PairLogo pair={pair} />
      <span className={styles['pair']}>
        <Link
          href={locale.path(`/exchange-${pair.from}-${pair.to}`)}
          className={classNames(pane['link'], styles['name'])}
          aria-current={isCurrent ? 'true' : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
          draggable
          onDragStart={({ dataTransfer }) => {
            dataTransfer.setData(PAIR_TYPE, pairKey(pair));
            dataTransfer.effectAllowed = 'move';
          }}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes(PAIR_TYPE)) return;
            event.preventDefault();
            setTarget(true);
          }}
          onDragLeave={() => setTarget(false)}
          onDrop={drop}
          onKeyDown={press}
        >
          {from}
          <span className={styles['quote']}> / {to}</span>
        </Link>
        <PairAlert pair={pair} />
      </span>
      {isEditing ? (
        <span className={styles['actions']}>
          <IconButton
            icon={<UpIcon size="small" />}
            label={formatMessage({ id: 'desk.watch.up' }, names)}
            onClick={() => move(-1)}
          />
          <IconButton
            icon={<DownIcon size="small" />}
            label={formatMessage({ id: 'desk.watch.down' }, names)}
            onClick={() => move(1)}
          />
          <IconButton
            icon={<CloseIcon size="small" />}
            label={formatMessage({ id: 'desk.watch.remove' }, names)}
            onClick={remove}
          />
        </span>
      ) : (
        <>
          <Spark history={watch.history(pair)} />
          <Rate pair={pair} />
        </>
      )}
    </li>
  );
});

const PAIR_TYPE = 'application/x-watched-pair';

const PairLogo = observer(({ pair }: { pair: WatchedPair }) => {
  const { instruments, watch } = useStores(watchGroup);
  const instrument = watch.line(pair)?.data?.instrumentFrom ?? instruments.bySlug.get(pair.from);
  return <CoinLogo {...(instrument ? coinLogo(instrument) : { ticker: pair.from.toUpperCase() })} />;
});

/** The first alert that is set for the pair's rate. */
const PairAlert = observer(({ pair }: { pair: WatchedPair }) => {
  const { formatMessage } = useIntl();
  const { locale, rateAlerts } = useStores(rateAlertsGroup);
  const levels = rateAlerts?.ofPair(pair).filter(({ kind }) => kind !== 'moves') ?? [];
  const [first] = levels;
  if (!first) return null;
  const value = formatAmount(first.value, locale.code);
  return (
    <small className={classNames(styles['alert'], 'numeric')}>
      <BellIcon size="small" />
      <span className="visually-hidden">{formatMessage({ id: 'desk.alertAt' }, { value })}</span>
      <span aria-hidden="true">{value}</span>
    </small>
  );
});

/** The rate and its change of a day: the only part that renders on each tick. */
const Rate = observer(({ pair }: { pair: WatchedPair }) => {
  const { locale, watch } = useStores(watchGroup);
  const changeOf = useChange();
  const line = watch.line(pair);
  const history = watch.history(pair);
  const change = history && changeOf(history, true);
  return (
    <span className={classNames(styles['rate'], watch.isLost && styles['old'], 'numeric')}>
      <b>
        {line?.data ? (
          formatPrice(marketPrice(line.data), locale.code)
        ) : line?.refusal ? (
          '–'
        ) : (
          <Skeleton shape="small" width="full" />
        )}
      </b>
      {change && <small className={styles[change.tone]}>{change.text}</small>}
    </span>
  );
});

function useTickers(pair: WatchedPair): { from: string; to: string } {
  const { instruments } = useStores();
  const ticker = (slug: string): string => instruments.bySlug.get(slug)?.currencyTitle ?? slug.toUpperCase();
  return { from: ticker(pair.from), to: ticker(pair.to) };
}

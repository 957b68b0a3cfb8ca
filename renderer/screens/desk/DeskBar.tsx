import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { CoinLogo } from '../../components/coins/CoinLogo.tsx';
import { IconButton } from '../../components/buttons/IconButton.tsx';
import { Link } from '../../components/buttons/Link.tsx';
import { splitLocale } from '../../../contract/paths/locales.ts';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { coinLogo } from '../coins/coinViews.ts';
import { AccountMenu } from '../shell/AccountMenu.tsx';
import styles from './DeskBar.module.css';
import { BackIcon, ListIcon, OrdersIcon, WindowIcon } from './deskIcons.tsx';
import type { Side } from './SidePane.tsx';
import { useCommands } from './tools/useCommands.ts';
import { ToolButtons } from './tools/ToolButtons.tsx';
import { useIsTrading } from './useIsTrading.ts';
import { useLaterPart } from './useLaterPart.ts';

const loadMore = async () => (await import('./MoreMenu.tsx')).MoreMenu;

interface DeskBarProps {
  open: Side | null;
  onOpen: (side: Side | null) => void;
}

/** Above the page: what it shows, tools, the account, and in a narrow window the buttons that open the sides. */
export const DeskBar = observer(({ open, onOpen }: DeskBarProps) => {
  const { formatMessage } = useIntl();
  const { locale, platform } = useStores();
  const { path } = splitLocale(useLocation().pathname);
  const isTrading = useIsTrading();
  const run = useCommands();
  const More = useLaterPart(loadMore);
  const toggle = (side: Side, icon: typeof ListIcon) => {
    const Icon = icon;
    return (
      <IconButton
        className={styles['toggle']}
        icon={<Icon />}
        label={formatMessage({ id: side === 'watch' ? 'desk.watch' : 'desk.orders' })}
        aria-expanded={open === side}
        aria-controls={`desk-${side}`}
        onClick={() => onOpen(open === side ? null : side)}
      />
    );
  };
  return (
    <header className={styles['bar']}>
      {toggle('watch', ListIcon)}
      <div className={styles['title']}>
        {isTrading ? (
          <PairName />
        ) : (
          <Link href={locale.path('/')} className={styles['back']}>
            <BackIcon size="small" />
            <FormattedMessage id="desk.toExchange" />
          </Link>
        )}
      </div>
      <ToolButtons />
      {platform.windows && (
        <IconButton
          icon={<WindowIcon />}
          label={formatMessage({ id: 'desk.shortcut.newWindow' })}
          onClick={() => run('newWindow')}
        />
      )}
      <AccountMenu place="bar" />
      <div className={styles['more']}>{More && <More path={path} />}</div>
      {toggle('orders', OrdersIcon)}
    </header>
  );
});

const PairName = observer(() => {
  const { exchange } = useStores(exchangeGroup);
  const { sendInstrument: from, receiveInstrument: to } = exchange;
  if (!from || !to) return null;
  return (
    <span className={styles['pair']}>
      <CoinLogo {...coinLogo(from)} />
      <CoinLogo {...coinLogo(to)} />
      <span className={styles['names']}>
        <FormattedMessage id="desk.pair" values={{ from: from.currencyTitle, to: to.currencyTitle }} />
      </span>
    </span>
  );
});

import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { Instrument } from '../../../contract/api/instruments.ts';
import { Card } from '../../components/layout/Card.tsx';
import { CoinLogo } from '../../components/coins/CoinLogo.tsx';
import { Link } from '../../components/buttons/Link.tsx';
import { VisuallyHidden } from '../../components/layout/VisuallyHidden.tsx';
import { formatPrice } from '../../../contract/formatAmount.ts';
import type { PopularPair } from '../../stores/PopularStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { coinLogo, networkName } from '../coins/coinViews.ts';
import styles from './PopularScreen.module.css';

/** The popular pairs of one coin to send. */
export function PairGroup({ pairs }: { pairs: [PopularPair, ...PopularPair[]] }) {
  const { from } = pairs[0];
  const title = (
    <span className={styles['groupTitle']}>
      <CoinLogo {...coinLogo(from)} />
      <span>
        <FormattedMessage id="popular.send" values={{ ticker: from.currencyTitle }} />
        <small className={styles['place']}>{coinAndNetwork(from)}</small>
      </span>
    </span>
  );
  return (
    <Card
      title={title}
      titleAside={<FormattedMessage id="popular.forOne" values={{ ticker: from.currencyTitle }} />}
      padding="tight"
      className={styles['group']}
    >
      <ul>
        {pairs.map((pair) => (
          <PairRow key={pair.to.slug} pair={pair} />
        ))}
      </ul>
    </Card>
  );
}

const PairRow = observer(({ pair: { from, to, rate } }: { pair: PopularPair }) => {
  const { locale } = useStores();
  return (
    <li>
      <Link href={locale.path(`/exchange-${from.slug}-${to.slug}`)} className={styles['row']}>
        <CoinLogo {...coinLogo(to)} lazy />
        <span className={styles['coin']}>
          <FormattedMessage
            id="popular.pair"
            values={{
              from: from.currencyTitle,
              to: to.currencyTitle,
              quiet: (text) => <VisuallyHidden>{text}</VisuallyHidden>,
            }}
          />
          <small className={styles['place']}>{coinAndNetwork(to)}</small>
        </span>
        {rate !== null && (
          <span className={`${styles['rate']} numeric`}>
            {formatPrice(rate, locale.code)} {to.currencyTitle}
          </span>
        )}
      </Link>
    </li>
  );
});

/** Returns a coin's name, with its network unless the coin is the network's own: "Bitcoin", "Tether on TRON". */
function coinAndNetwork(instrument: Instrument): string {
  const name = instrument.currencyFriendlyTitle;
  const network = networkName(instrument);
  return network.startsWith(name) ? name : `${name} · ${network}`;
}

import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { isoTime } from '../../../contract/isoTime.ts';
import { Freshness } from '../../components/feedback/Freshness.tsx';
import { SearchIcon } from '../../components/icons/pageIcons.tsx';
import { TextInput } from '../../components/fields/TextInput.tsx';
import { VisuallyHidden } from '../../components/layout/VisuallyHidden.tsx';
import { ago } from '../../i18n/ago.ts';
import { popularGroup } from '../../stores/PopularStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { useNow } from '../shell/useNow.ts';
import styles from './PopularScreen.module.css';

const TICK_MS = 10_000;
/** Age from which a price no longer counts as fresh, in ms. */
const STALE_MS = 150_000;

interface PairToolsProps {
  query: string;
  setQuery: (query: string) => void;
  /** How many pairs match */
  count: number;
}

/** The search in the popular pairs, and the age of their prices. */
export function PairTools({ query, setQuery, count }: PairToolsProps) {
  const { formatMessage } = useIntl();
  const searchLabel = formatMessage({ id: 'popular.search' });
  return (
    <div className={styles['tools']}>
      <TextInput
        type="search"
        value={query}
        onChange={setQuery}
        aria-label={searchLabel}
        placeholder={searchLabel}
        autoComplete="off"
        spellCheck={false}
        leading={<SearchIcon />}
        className={styles['search']}
      />
      <PriceAge />
      <VisuallyHidden>
        <span role="status">{query !== '' && formatMessage({ id: 'popular.found' }, { count })}</span>
      </VisuallyHidden>
    </div>
  );
}

/** The age of the prices. */
const PriceAge = observer(() => {
  const { formatMessage } = useIntl();
  const { popular } = useStores(popularGroup);
  const now = useNow(TICK_MS);
  const { id, values } = ago(isoTime(popular.loadedAt), now);
  return (
    <Freshness state={now - popular.loadedAt > STALE_MS ? 'stale' : 'live'}>
      <FormattedMessage id="popular.pricesOf" values={{ ago: formatMessage({ id }, values) }} />
    </Freshness>
  );
});

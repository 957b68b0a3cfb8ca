import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isoTime } from '../../../contract/isoTime.ts';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { Freshness } from '../../components/feedback/Freshness.tsx';
import { SearchIcon } from '../../components/icons/pageIcons.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { TextInput } from '../../components/fields/TextInput.tsx';
import { VisuallyHidden } from '../../components/layout/VisuallyHidden.tsx';
import { ago } from '../../i18n/ago.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { popularGroup } from '../../stores/PopularStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { useNow } from '../shell/useNow.ts';
import { findPairs, groupBySend } from './findPairs.ts';
import { PairGroup } from './PairGroup.tsx';
import styles from './PopularScreen.module.css';

const TICK_MS = 10_000;
/** Age from which a price no longer counts as fresh, in ms. */
const STALE_MS = 150_000;

export async function load(stores: AppStores): Promise<null> {
  await popularGroup(stores).popular.load();
  return null;
}

/** `/popular-exchanges`: pairs of the most popular coins, grouped by the coin to send. */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { popular, locale } = useStores(popularGroup);
  const [query, setQuery] = useState('');
  useEffect(() => popular.start(), [popular]);
  const found = findPairs(popular.pairs, query);
  const searchLabel = formatMessage({ id: 'popular.search' });
  return (
    <div className={`page-width ${styles['page']}`}>
      <PageHeading title={<FormattedMessage id="popular.title" />} lead={<FormattedMessage id="popular.lead" />} />
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
          <span role="status">{query !== '' && formatMessage({ id: 'popular.found' }, { count: found.length })}</span>
        </VisuallyHidden>
      </div>
      {found.length > 0 ? (
        <div className={styles['groups']}>
          {groupBySend(found).map((pairs) => (
            <PairGroup key={pairs[0].from.slug} pairs={pairs} />
          ))}
        </div>
      ) : (
        <EmptyState
          title={<FormattedMessage id={query === '' ? 'popular.none' : 'popular.empty'} values={{ query }} />}
          actions={
            <LinkButton href={locale.path('/')}>
              <FormattedMessage id="popular.toForm" />
            </LinkButton>
          }
        >
          <FormattedMessage id="popular.emptyHelp" />
        </EmptyState>
      )}
    </div>
  );
});

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

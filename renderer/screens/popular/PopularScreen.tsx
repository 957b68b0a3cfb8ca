import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import type { AppStores } from '../../stores/createAppStores.ts';
import { popularGroup } from '../../stores/PopularStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { findPairs, groupBySend } from './findPairs.ts';
import { PairGroup } from './PairGroup.tsx';
import { PairTools } from './PairTools.tsx';
import styles from './PopularScreen.module.css';

export async function load(stores: AppStores): Promise<null> {
  await popularGroup(stores).popular.load();
  return null;
}

/** `/popular-exchanges`: pairs of the most popular coins, grouped by the coin to send. */
export const Screen = observer(() => {
  const { popular, locale } = useStores(popularGroup);
  const [query, setQuery] = useState('');
  useEffect(() => popular.start(), [popular]);
  const found = findPairs(popular.pairs, query);
  return (
    <div className={`page-width ${styles['page']}`}>
      <PageHeading title={<FormattedMessage id="popular.title" />} lead={<FormattedMessage id="popular.lead" />} />
      <PairTools query={query} setQuery={setQuery} count={found.length} />
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

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { CoinList, type CoinListSection } from '../../components/coins/CoinList.tsx';
import type { CoinRowView } from '../../components/coins/CoinRow.tsx';
import { Button } from '../../components/buttons/Button.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { PreparedDialog } from '../../components/dialogs/PreparedDialog.tsx';
import { CARD_PURCHASES_FEATURE } from '../../../contract/features.ts';
import { cardTermsGroup } from '../../stores/fiat/cardTermsGroup.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import type { Side } from '../../stores/exchange/ExchangeStore.ts';
import { selectorGroup } from '../../stores/exchange/SelectorStore.ts';
import { exchangeGroup } from '../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { describeCoin } from './describeCoin.ts';

/** The coin selector: search, networks, Recent, Popular, All. It stays mounted while closed, so that it opens immediately. */
export const SelectorDialog = observer(({ data: { side }, isOpen }: { data: { side: Side }; isOpen: boolean }) => {
  const { formatMessage } = useIntl();
  const stores = useStores(exchangeGroup, selectorGroup);
  const { dialogs, exchange, instruments, selector } = stores;
  const title = formatMessage({ id: side === 'send' ? 'selector.sendTitle' : 'selector.receiveTitle' });

  useEffect(() => {
    if (!isOpen) return undefined;
    void loadCoins(stores);
    return () => {
      // After the frame in which the dialog disappears.
      setTimeout(selector.reset, 0);
    };
  }, [isOpen, stores, selector]);

  // Stable function per side: opening must not render the list again.
  const choose = useCallback(
    (slug: string): void => {
      dialogs.close();
      selector.remember(slug);
      exchange.choose(side, slug);
    },
    [dialogs, selector, exchange, side],
  );

  return (
    <PreparedDialog title={title} closeLabel={formatMessage({ id: 'exchange.close' })} onClose={dialogs.close} isOpen={isOpen}>
      {instruments.state === 'ready' ? (
        <Coins key={selector.round} side={side} onChoose={choose} />
      ) : (
        <NoCoins isFailed={instruments.state === 'failed'} />
      )}
    </PreparedDialog>
  );
});

const Coins = observer(({ side, onChoose }: { side: 'send' | 'receive'; onChoose: (slug: string) => void }) => {
  const { formatMessage } = useIntl();
  const { exchange, instruments, locale, selector } = useStores(exchangeGroup, selectorGroup);
  const { query, network, sections, networks } = selector;
  const isSearched = query.trim() !== '';
  const lists: CoinListSection[] = [
    // Coins are not sold for money.
    { id: 'money', title: formatMessage({ id: 'selector.money' }), ids: side === 'send' ? sections.money : [] },
    { id: 'recent', title: formatMessage({ id: 'selector.recent' }), ids: sections.recent },
    { id: 'popular', title: formatMessage({ id: 'selector.popular' }), ids: sections.popular },
    { id: 'all', title: formatMessage({ id: isSearched ? 'selector.found' : 'selector.all' }), ids: sections.all },
  ];
  const count = lists.reduce((total, { ids }) => total + ids.length, 0);
  const [selected, otherSlug] = side === 'send' ? [exchange.send, exchange.receive] : [exchange.receive, exchange.send];
  // Stable function while its data are unchanged: memoised rows compare it on each keystroke.
  const describe = useMemo(() => {
    const described = new Map<string, CoinRowView>();
    return (slug: string): CoinRowView => {
      const known = described.get(slug);
      if (known) return known;
      const view = describeCoin(instruments.bySlug.get(slug), { side, otherSlug, locale: locale.code, formatMessage });
      described.set(slug, view);
      return view;
    };
  }, [instruments.bySlug, side, otherSlug, locale.code, formatMessage]);

  return (
    <CoinList
      sections={lists.filter(({ ids }) => ids.length > 0)}
      describe={describe}
      selectedId={selected}
      startId={sections.recent.find((slug) => slug === selected) ?? sections.recent[0] ?? sections.popular[0]}
      query={query}
      onQueryChange={selector.search}
      networks={{ networks, value: network, onChange: selector.narrow }}
      onChoose={onChoose}
      text={{
        search: formatMessage({ id: 'selector.search' }),
        placeholder: formatMessage({ id: 'selector.placeholder' }),
        clear: formatMessage({ id: 'selector.clear' }),
        list: formatMessage({ id: 'selector.list' }),
        networks: formatMessage({ id: 'selector.networks' }),
        allNetworks: formatMessage({ id: 'selector.allNetworks' }),
      }}
      asideHeading={formatMessage({ id: side === 'send' ? 'selector.sendCosts' : 'selector.receiveCosts' })}
      status={formatMessage({ id: isSearched ? 'selector.matches' : 'selector.status' }, { count })}
      keys={formatMessage({ id: 'selector.keys' })}
      empty={<NothingFound />}
    />
  );
});

/** No name or ticker is that long. */
const LIKELY_CONTRACT = /^\S{25,}$/;

const NothingFound = observer(() => {
  const { formatMessage } = useIntl();
  const { selector } = useStores(selectorGroup);
  const { query, network } = selector;
  const isContract = network === null && LIKELY_CONTRACT.test(query.trim());
  return (
    <EmptyState
      title={
        query.trim() === ''
          ? formatMessage({ id: 'selector.emptyNetwork' })
          : formatMessage({ id: isContract ? 'selector.emptyContract' : 'selector.empty' }, { query })
      }
      actions={
        network !== null && (
          <Button size="small" onClick={() => selector.narrow(null)}>
            {formatMessage({ id: 'selector.showAll' })}
          </Button>
        )
      }
    >
      {formatMessage({ id: isContract ? 'selector.emptyContractHelp' : 'selector.emptyHelp' })}
    </EmptyState>
  );
});

const NoCoins = observer(({ isFailed }: { isFailed: boolean }) => {
  const { formatMessage } = useIntl();
  const stores = useStores();
  if (!isFailed) return <EmptyState role="status" title={formatMessage({ id: 'selector.loading' })} />;
  return (
    <EmptyState
      role="alert"
      title={formatMessage({ id: 'selector.failed' })}
      actions={
        <Button size="small" onClick={() => void loadCoins(stores)}>
          {formatMessage({ id: 'selector.retry' })}
        </Button>
      }
    />
  );
});

/** Indexes the loaded coins before the dialog opens for the first time. */
export function prepareCoins(stores: AppStores): void {
  const { selector, health, cardTerms } = cardTermsGroup(selectorGroup(stores));
  if (health.hasFeature(CARD_PURCHASES_FEATURE) && !cardTerms.terms) void cardTerms.load();
  selector.prepare();
  // A dialog that was prepared before has read them when it was closed.
  if (stores.dialogs.preparedSide === null) selector.readRecent();
}

/** Loads the coins. An older list is shown meanwhile; without one, the dialog shows a failure. */
async function loadCoins(stores: AppStores): Promise<void> {
  try {
    await stores.instruments.loadAll();
    selectorGroup(stores).selector.prepare();
  } catch {
    // The store's state contains the failure.
  }
}

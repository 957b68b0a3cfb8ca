import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import { CloseIcon } from '../../../components/icons/icons.tsx';
import { SearchIcon } from '../../../components/icons/pageIcons.tsx';
import { IconButton } from '../../../components/buttons/IconButton.tsx';
import { RadioChip } from '../../../components/fields/RadioChip.tsx';
import { Select } from '../../../components/fields/Select.tsx';
import { TextInput } from '../../../components/fields/TextInput.tsx';
import { HISTORY_PERIODS, type HistoryStateFilter } from '../../../stores/history/AccountHistoryStore.ts';
import { accountHistoryGroup } from '../../../stores/history/AccountHistoryStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from './accountHistory.module.css';

/** A coin that the list can be filtered by. */
export interface CoinOption {
  slug: string;
  label: string;
}

/** How many orders a state has; `hasMore`: there are more than that. */
export interface StateCount {
  state: HistoryStateFilter;
  count: number;
  hasMore: boolean;
}

const EVERY_COIN = '';

/** Search, filters and the number of orders of each state. */
export const HistoryFilterBar = observer(
  ({ coins, counts, action }: { coins: readonly CoinOption[]; counts: readonly StateCount[]; action: ReactNode }) => {
    const { formatMessage } = useIntl();
    const { accountHistory } = useStores(accountHistoryGroup);
    const { filters, search } = accountHistory;
    const coinOptions = [
      { value: EVERY_COIN, label: formatMessage({ id: 'history.coin.all' }) },
      ...coins.map(({ slug, label }) => ({ value: slug, label })),
    ];
    const periods = HISTORY_PERIODS.map((value) => ({ value, label: formatMessage({ id: `history.period.${value}` }) }));
    return (
      <search className={styles['filters']}>
        <SearchField value={search} onChange={(text) => void accountHistory.find(text)} />
        <Select
          aria-label={formatMessage({ id: 'history.coin' })}
          value={filters.coin ?? EVERY_COIN}
          options={coinOptions}
          onChange={(coin) => accountHistory.setFilters({ coin: coin === EVERY_COIN ? null : coin })}
        />
        <Select
          aria-label={formatMessage({ id: 'history.period' })}
          value={filters.period}
          options={periods}
          onChange={(period) => accountHistory.setFilters({ period })}
        />
        {action}
        {search.trim() === '' && <States counts={counts} />}
      </search>
    );
  },
);

/** The key "/" leads to the field. */
function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { formatMessage } = useIntl();
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.querySelector('input')?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  return (
    <div ref={field} className={styles['search']}>
      <TextInput
        type="search"
        aria-label={formatMessage({ id: 'history.search' })}
        aria-keyshortcuts="/"
        placeholder={formatMessage({ id: 'history.searchPlaceholder' })}
        value={value}
        onChange={onChange}
        maxLength={256}
        autoComplete="off"
        spellCheck={false}
        leading={<SearchIcon />}
        trailing={
          value !== '' && (
            <IconButton icon={<CloseIcon />} label={formatMessage({ id: 'history.clearSearch' })} onClick={() => onChange('')} />
          )
        }
      />
    </div>
  );
}

const States = observer(({ counts }: { counts: readonly StateCount[] }) => {
  const { formatMessage } = useIntl();
  const { accountHistory } = useStores(accountHistoryGroup);
  const name = useId();
  return (
    <fieldset className={styles['states']}>
      <legend className="visually-hidden">{formatMessage({ id: 'history.state' })}</legend>
      {counts.map(({ state, count, hasMore }) => (
        <RadioChip
          key={state}
          name={name}
          checked={accountHistory.filters.state === state}
          onSelect={() => accountHistory.setFilters({ state })}
        >
          <FormattedMessage id={`history.state.${state}`} />{' '}
          <small className="numeric">
            <FormattedNumber value={count} />
            {hasMore && '+'}
          </small>
        </RadioChip>
      ))}
    </fieldset>
  );
});

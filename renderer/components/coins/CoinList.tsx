import { ownValue } from '../../../contract/tables/ownValue.ts';
import {
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { CloseIcon } from '../icons/icons.tsx';
import { SearchIcon } from '../icons/pageIcons.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { CoinRow, type CoinRowView } from './CoinRow.tsx';
import { NetworkChips, type NetworkChipsProps } from './NetworkChips.tsx';
import { sectionOfRow, topOfRow } from './rowLayout.ts';
import { useRowWindow, type RowWindow } from './useRowWindow.ts';
import styles from './CoinList.module.css';

export interface CoinListSection {
  id: string;
  title: string;
  /** Instrument slugs, filtered and sorted. A slug may be in several sections. */
  ids: readonly string[];
}

export interface CoinListProps {
  sections: readonly CoinListSection[];
  /** Returns the content of a row; called for visible rows only. A new function renders them again. */
  describe: (id: string) => CoinRowView;
  selectedId: string | null;
  /** The row that is active at first, near the top; without it the selected one */
  startId?: string | undefined;
  query: string;
  onQueryChange: (query: string) => void;
  networks: Omit<NetworkChipsProps, 'legend' | 'allLabel'>;
  onChoose: (id: string) => void;
  /** Enter or a press on a row that can't be chosen. */
  onChooseUnavailable?: (id: string) => void;
  text: { search: string; placeholder: string; clear: string; list: string; networks: string; allNetworks: string };
  /** Says above the first row what stands at the end of the rows. */
  asideHeading?: string | undefined;
  /** "12 matches": announced when it changes. */
  status: ReactNode;
  /** Keyboard help; shown on devices that probably have a keyboard */
  keys?: string;
  /** Shown instead of the rows when there are none. */
  empty: ReactNode;
}

/**
 * Search, networks and a list of thousands of coins: a combobox whose list is always open. The focus stays in the search
 * field; arrows, Page Up and Down, Home and End move the active row, Enter chooses it.
 */
export function CoinList(props: CoinListProps) {
  const {
    sections,
    describe,
    selectedId,
    startId,
    query,
    onQueryChange,
    networks,
    onChoose,
    onChooseUnavailable,
    asideHeading,
    text,
    status,
    keys,
    empty,
  } = props;
  const listId = useId();
  const searchField = useRef<HTMLInputElement>(null);
  const [viewport, rows] = useRowWindow(sections.map((section) => section.ids.length));
  const { total } = rows.layout;
  const idAt = (index: number): string | undefined => {
    const section = sectionOfRow(rows.layout, index);
    return sections[section]?.ids[index - (rows.layout.sections[section]?.first ?? 0)];
  };
  /** null until the customer moves it: the first match, or without a search `startId`. */
  const [active, setActive] = useState<number | null>(null);
  const first = query.trim() === '' ? sections.flatMap(({ ids }) => ids).indexOf(startId ?? selectedId ?? '') : 0;
  const shown = Math.min(active ?? Math.max(0, first), Math.max(0, total - 1));

  useLayoutEffect(() => {
    const field = searchField.current;
    // If the coins load after the dialog opened, the dialog has the focus: move it to the search.
    if (field && document.activeElement === field.closest('dialog')) field.focus();
  }, []);

  const { toTop } = rows;
  const restart = useCallback((): void => {
    setActive(null);
    toTop();
  }, [toTop]);
  const { onChange: onNetworkChange } = networks;
  const narrow = useCallback(
    (network: string | null): void => {
      restart();
      onNetworkChange(network);
    },
    [restart, onNetworkChange],
  );
  const moveTo = (index: number): void => {
    if (total === 0) return;
    const next = Math.min(Math.max(index, 0), total - 1);
    setActive(next);
    rows.reveal(next);
  };
  const choose = (index: number): void => {
    const id = idAt(index);
    if (id === undefined) return;
    if (describe(id).unavailableReason) onChooseUnavailable?.(id);
    else onChoose(id);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const moves: Record<string, () => void> = {
      // The arrow keys wrap around.
      ArrowDown: () => moveTo(shown === total - 1 ? 0 : shown + 1),
      ArrowUp: () => moveTo(shown === 0 ? total - 1 : shown - 1),
      PageDown: () => moveTo(shown + rows.rowsPerPage()),
      PageUp: () => moveTo(shown - rows.rowsPerPage()),
      Home: () => moveTo(0),
      End: () => moveTo(total - 1),
      Enter: () => choose(shown),
    };
    const move = ownValue(moves, event.key);
    if (!move) return;
    event.preventDefault();
    move();
  };

  return (
    <div className={styles['selector']}>
      <div className={styles['search']}>
        <SearchIcon className={styles['glass']} />
        <input
          ref={searchField}
          data-autofocus
          className={styles['input']}
          type="text"
          role="combobox"
          inputMode="search"
          enterKeyHint="done"
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          aria-label={text.search}
          aria-expanded
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={total > 0 ? `${listId}-${shown}` : undefined}
          placeholder={text.placeholder}
          value={query}
          onChange={(event) => {
            restart();
            onQueryChange(event.target.value);
          }}
          onKeyDown={press}
        />
        {query && (
          <IconButton
            label={text.clear}
            icon={<CloseIcon size="small" />}
            onClick={() => {
              restart();
              onQueryChange('');
            }}
          />
        )}
      </div>
      <NetworkChips {...networks} legend={text.networks} allLabel={text.allNetworks} onChange={narrow} />
      <CoinListbox
        {...{ listId, sections, describe, selectedId, query, rows, viewport, empty, asideHeading }}
        label={text.list}
        active={shown}
        onPoint={setActive}
        onPress={choose}
        onKeyDown={press}
      />
      <p className={styles['status']} role="status">
        {status}
        {keys !== undefined && <span className={styles['keys']}> · {keys}</span>}
      </p>
    </div>
  );
}

interface CoinListboxProps extends Pick<
  CoinListProps,
  'sections' | 'describe' | 'selectedId' | 'query' | 'empty' | 'asideHeading'
> {
  listId: string;
  label: string;
  rows: RowWindow;
  viewport: RefObject<HTMLDivElement | null>;
  active: number;
  onPoint: (index: number) => void;
  onPress: (index: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function CoinListbox(props: CoinListboxProps) {
  const { listId, label, sections, describe, selectedId, query, rows, viewport, active, empty } = props;
  const { asideHeading, onPoint, onPress, onKeyDown } = props;
  const { layout } = rows;
  return (
    <div ref={viewport} className={styles['viewport']} onScroll={rows.onScroll}>
      {layout.total === 0 && <div className={styles['empty']}>{empty}</div>}
      {/* The keyboard is served by the search field, which keeps the focus: a press here must not take it away. */}
      <div
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        className={styles['list']}
        style={{ height: layout.height }}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => {
          const index = rowIndexOf(event);
          if (index !== null) onPress(index);
        }}
        onKeyDown={onKeyDown}
        onMouseMove={(event) => {
          const index = rowIndexOf(event);
          if (index !== null && index !== active) onPoint(index);
        }}
      >
        {rows.ranges.map(({ section: number, from, to }) => {
          const section = sections[number];
          const place = layout.sections[number];
          if (!section || !place) return null;
          const top = topOfRow(layout, from);
          return (
            // Index keys, so that search results reuse the elements of the previous rows.
            <div key={number} role="group" aria-label={section.title} className={styles['group']} style={{ top }}>
              <div aria-hidden="true" className={styles['heading']} style={{ top: place.top - top }}>
                {section.title}
                {number === 0 && <span>{asideHeading}</span>}
              </div>
              {section.ids.slice(from - place.first, to - place.first).map((id, position) => (
                <CoinRow
                  key={from + position}
                  id={id}
                  optionId={`${listId}-${from + position}`}
                  index={from + position}
                  total={layout.total}
                  describe={describe}
                  query={query}
                  active={from + position === active}
                  selected={id === selectedId}
                />
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Returns the index of the row under the pointer; null between rows. */
function rowIndexOf(event: MouseEvent): number | null {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset['index']) : null;
}

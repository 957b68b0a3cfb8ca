import { ownValue } from '../../../../../contract/tables/ownValue.ts';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { classNames } from '../../../../components/classNames.ts';
import { SearchIcon } from '../../../../components/icons/pageIcons.tsx';
import overlay from '../../../../components/dialogs/Overlay.module.css';
import { useModalDialog } from '../../../../components/dialogs/useModalDialog.ts';
import { selectorGroup } from '../../../../stores/exchange/SelectorStore.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { Keys } from '../Keys.tsx';
import { modifierOf } from '../useShortcuts.ts';
import styles from './palette.module.css';
import { GROUP_TITLES, highlighted, wordsOf, type PaletteItem } from './paletteItem.ts';
import { usePaletteItems } from './usePaletteItems.ts';

/**
 * Finds and carries out every action by keyboard: a combobox whose list is always open. The focus stays in the field; arrows,
 * Page Up and Down, Home and End move the active line, Enter carries it out.
 */
export const CommandPalette = observer(({ onClose }: { onClose: () => void }) => {
  const { formatMessage } = useIntl();
  const stores = useStores(selectorGroup);
  const { instruments, platform, selector } = stores;
  const dialog = useModalDialog({ onClose });
  const listId = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const { bySlug } = instruments;
  useEffect(() => void instruments.loadAll().catch(() => undefined), [instruments]);
  useEffect(() => selector.prepare(), [selector, bySlug]);

  const groups = usePaletteItems(query);
  const items = groups.flatMap((group) => group.items);
  const shown = Math.min(active, Math.max(0, items.length - 1));
  const searched = wordsOf(query);

  const run = (item: PaletteItem, inWindow: boolean): void => {
    onClose();
    if (inWindow && item.runInWindow) item.runInWindow();
    else void item.run();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.altKey || event.shiftKey) return;
    const isModified = modifierOf(platform.about) === '⌘' ? event.metaKey : event.ctrlKey;
    const last = items.length - 1;
    const places: Record<string, number> = {
      // The arrow keys wrap around.
      ArrowDown: shown === last ? 0 : shown + 1,
      ArrowUp: shown === 0 ? last : shown - 1,
      PageDown: Math.min(last, shown + PAGE),
      PageUp: Math.max(0, shown - PAGE),
    };
    const place = ownValue(places, event.key);
    const item = items[shown];
    if (event.key === 'Enter' && item) run(item, isModified);
    else if (place !== undefined && !isModified) setActive(Math.max(0, place));
    else return;
    event.preventDefault();
  };

  return (
    <dialog ref={dialog} className={overlay['overlay']} aria-label={formatMessage({ id: 'desk.palette.title' })} tabIndex={-1}>
      <div className={styles['palette']}>
        <div className={styles['search']}>
          <SearchIcon />
          <input
            data-autofocus
            className={styles['input']}
            type="text"
            role="combobox"
            autoCapitalize="none"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            aria-label={formatMessage({ id: 'desk.palette.title' })}
            aria-expanded
            aria-autocomplete="list"
            aria-controls={listId}
            aria-activedescendant={items.length > 0 ? `${listId}-${shown}` : undefined}
            placeholder={formatMessage({ id: 'desk.palette.placeholder' })}
            value={query}
            onChange={(event) => {
              setActive(0);
              setQuery(event.target.value);
            }}
            onKeyDown={press}
          />
        </div>
        {/* A press must not take the focus from the field. */}
        <div
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label={formatMessage({ id: 'desk.palette.list' })}
          className={styles['list']}
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map(({ group, items: lines, first }) => (
            <div key={group} role="group" aria-label={formatMessage({ id: GROUP_TITLES[group] })}>
              <div aria-hidden="true" className={styles['heading']}>
                <FormattedMessage id={GROUP_TITLES[group]} />
              </div>
              {lines.map((item, place) => (
                <Line
                  key={item.id}
                  id={`${listId}-${first + place}`}
                  item={item}
                  searched={searched}
                  isActive={first + place === shown}
                  onPoint={() => setActive(first + place)}
                  onPress={(inWindow) => run(item, inWindow)}
                />
              ))}
            </div>
          ))}
        </div>
        {items.length === 0 && (
          <div className={styles['nothing']}>
            <p>
              <FormattedMessage id="desk.palette.nothing" values={{ query }} />
            </p>
            <p className="hint">
              <FormattedMessage id="desk.palette.nothingHelp" />
            </p>
          </div>
        )}
        <p className="visually-hidden" role="status">
          <FormattedMessage id="desk.palette.count" values={{ count: items.length }} />
        </p>
        <footer className={styles['foot']} aria-hidden="true">
          <span>
            <Keys keys={['↑', '↓']} /> <FormattedMessage id="desk.palette.choose" />
          </span>
          <span>
            <Keys keys={['Enter']} /> <FormattedMessage id="desk.palette.run" />
          </span>
          <span>
            <Keys keys={['Esc']} /> <FormattedMessage id="desk.palette.close" />
          </span>
          <span className={styles['tip']}>
            <FormattedMessage id="desk.palette.tip" />
          </span>
        </footer>
      </div>
    </dialog>
  );
});

const PAGE = 6;

interface LineProps {
  id: string;
  item: PaletteItem;
  searched: readonly string[];
  isActive: boolean;
  onPoint: () => void;
  onPress: (inWindow: boolean) => void;
}

function Line({ id, item, searched, isActive, onPoint, onPress }: LineProps) {
  const line = useRef<HTMLDivElement>(null);
  const { icon, title, detail, keys } = item;
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // The field serves the keyboard: this line is never focused.
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classNames(styles['line'], isActive && styles['active'])}
      onMouseMove={() => !isActive && onPoint()}
      onClick={(event) => onPress(event.ctrlKey || event.metaKey)}
      onKeyDown={(event) => event.key === 'Enter' && onPress(event.ctrlKey || event.metaKey)}
    >
      <span className={styles['icon']}>{icon}</span>
      <span className={styles['words']}>
        <span className={styles['title']}>
          {highlighted(title, searched).map(({ text, isMatch }, place) =>
            isMatch ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
          )}
        </span>
        {detail && <small className={styles['detail']}>{detail}</small>}
      </span>
      {keys && <Keys keys={keys} />}
    </div>
  );
}

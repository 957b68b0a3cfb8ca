import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { WatchedPair } from '../../../../contract/schemas/trading.ts';
import { classNames } from '../../../components/classNames.ts';
import { useDetailsMenu } from '../../../components/shell/useDetailsMenu.ts';
import { watchGroup } from '../../../stores/desk/WatchStore.ts';
import { pairKey } from '../../../../contract/desktop/watchedRate.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { PlusIcon } from '../deskIcons.tsx';
import { searchPairs } from './searchPairs.ts';
import sheet from '../sheet.module.css';
import styles from './watch.module.css';

/** Adds a pair to the watch list: the one of the form, or one that a search finds. */
export const AddPair = observer(() => {
  const { formatMessage } = useIntl();
  const { menu, close } = useDetailsMenu();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { instruments, exchange, watch } = useStores(exchangeGroup, watchGroup);
  const label = formatMessage({ id: 'desk.watch.add' });
  const current: WatchedPair[] = exchange.send === '' ? [] : [{ from: exchange.send, to: exchange.receive }];
  const offered = (text.trim() === '' ? current : searchPairs(instruments.list, text)).filter((pair) => !watch.has(pair));
  const name = (slug: string): string => instruments.bySlug.get(slug)?.currencyTitle ?? slug.toUpperCase();
  const network = (slug: string): string => instruments.bySlug.get(slug)?.network?.friendlyTitle ?? '';
  const add = (pair: WatchedPair): void => {
    watch.add(pair);
    setText('');
    close();
    menu.current?.querySelector('summary')?.focus();
  };
  return (
    <details ref={menu} className={sheet['menu']} onToggle={({ currentTarget }) => currentTarget.open && field.current?.focus()}>
      <summary className={sheet['opener']} aria-label={label} title={label}>
        <PlusIcon />
      </summary>
      <div className={classNames('sheet', sheet['sheet'], styles['sheet'])}>
        <input
          ref={field}
          className={styles['search']}
          value={text}
          aria-label={formatMessage({ id: 'desk.watch.search' })}
          placeholder={formatMessage({ id: 'desk.watch.search' })}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key }) => {
            const [first] = offered;
            if (key === 'Enter' && first) add(first);
          }}
        />
        <ul>
          {offered.map((pair) => (
            <li key={pairKey(pair)}>
              <button type="button" className={styles['offer']} onClick={() => add(pair)}>
                {name(pair.from)} / {name(pair.to)}
                <small className="hint">
                  {network(pair.from)} → {network(pair.to)}
                </small>
              </button>
            </li>
          ))}
        </ul>
        {offered.length === 0 && (
          <p className={styles['none']} role="status">
            <FormattedMessage id={text.trim() === '' ? 'desk.watch.type' : 'desk.watch.none'} />
          </p>
        )}
      </div>
    </details>
  );
});

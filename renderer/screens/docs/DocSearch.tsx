import { ownValue } from '../../../contract/tables/ownValue.ts';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import type { FoundDocs } from '../../../contract/api/content.ts';
import { classNames } from '../../components/classNames.ts';
import { TextInput } from '../../components/fields/TextInput.tsx';
import { Link } from '../../components/buttons/Link.tsx';
import { SearchIcon } from '../../components/icons/pageIcons.tsx';
import { docsGroup } from '../../stores/content/DocsStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { markedParts } from './markedParts.ts';
import styles from './docs.module.css';

/** After the last letter, in ms */
const PAUSE_MS = 120;

type State = { found: FoundDocs['found']; query: string } | 'failed' | null;

/**
 * Searches the docs: a combobox, whose focus stays in the field. Arrows, Home and End choose, Enter opens, Escape closes. The key "/"
 * leads to the field.
 */
export const DocSearch = observer(() => {
  const { formatMessage } = useIntl();
  const { docs, locale } = useStores(docsGroup);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [state, setState] = useState<State>(null);
  const { code } = locale;

  useEffect(() => {
    const wanted = query.trim();
    if (wanted === '') return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      docs.search(wanted, code, stop.signal).then(
        (found) => {
          setActive(0);
          setState({ found, query: wanted });
        },
        () => {
          if (!stop.signal.aborted) setState('failed');
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [docs, query, code]);

  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, dialog') !== null;
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  const results = state !== null && state !== 'failed' ? state.found : [];
  const isShown = isOpen && query.trim() !== '' && state !== null;
  const addressOf = ({ slug, heading }: FoundDocs['found'][number]): string =>
    locale.path(`/docs/${slug}${heading === null ? '' : `#${heading}`}`);
  const close = (): void => {
    setOpen(false);
    setQuery('');
    setState(null);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const last = results.length - 1;
    const places: Record<string, number> = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      Home: 0,
      End: last,
    };
    const place = ownValue(places, event.key);
    const chosen = results[active];
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && isShown && chosen) {
      close();
      void navigate(addressOf(chosen));
    } else if (place !== undefined && isShown && last >= 0) setActive(place);
    else return;
    event.preventDefault();
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };

  return (
    <search className={styles['search']} onBlur={leave}>
      <TextInput
        ref={input}
        leading={<SearchIcon />}
        type="search"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        aria-label={formatMessage({ id: 'docs.search' })}
        placeholder={formatMessage({ id: 'docs.search' })}
        aria-expanded={isShown}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={isShown && results.length > 0 ? `${listId}-${active}` : undefined}
        value={query}
        onFocus={() => setOpen(true)}
        onChange={(typed) => {
          setQuery(typed);
          setOpen(true);
        }}
        onKeyDown={press}
      />
      <span className="visually-hidden" role="status">
        {isShown && state !== 'failed' && <FormattedMessage id="docs.found" values={{ count: results.length }} />}
      </span>
      <div className={classNames('sheet', styles['found'])} hidden={!isShown}>
        {state === 'failed' && (
          <p role="alert">
            <FormattedMessage id="docs.failed" />
          </p>
        )}
        {state !== null && state !== 'failed' && results.length === 0 && (
          <p>
            <FormattedMessage id="docs.none" values={{ query: state.query }} />
          </p>
        )}
        {/* A press must not take the focus from the field. */}
        <div
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label={formatMessage({ id: 'docs.results' })}
          onMouseDown={(event) => event.preventDefault()}
        >
          {results.map((result, place) => (
            <Link
              key={addressOf(result)}
              id={`${listId}-${place}`}
              href={addressOf(result)}
              role="option"
              tabIndex={-1}
              aria-selected={place === active}
              onMouseMove={() => setActive(place)}
              onClick={close}
            >
              <strong>
                <Marked text={result.title} terms={result.terms} />
              </strong>{' '}
              <small>
                {formatMessage({ id: `docs.section.${result.section}` })}
                {result.heading !== null && ` · ${result.doc}`}
              </small>
              <span>
                <Marked text={result.excerpt} terms={result.terms} />
              </span>
            </Link>
          ))}
        </div>
      </div>
    </search>
  );
});

function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  return markedParts(text, terms).map(({ part, isMarked, at }) => (isMarked ? <mark key={at}>{part}</mark> : part));
}

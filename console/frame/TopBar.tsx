import { observer } from 'mobx-react-lite';
import { useState, type RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import { CONSOLE_BASE } from '../../contract/paths/consolePath.ts';
import { LOCALE_CODES, LOCALES, localizePath } from '../../contract/paths/locales.ts';
import { cleanMachineText } from '../../contract/input/machineText.ts';
import { brand } from '../../renderer/brand.ts';
import { IconButton } from '../../renderer/components/buttons/IconButton.tsx';
import { StatusChip } from '../../renderer/components/feedback/StatusChip.tsx';
import { TextInput } from '../../renderer/components/fields/TextInput.tsx';
import { PersonIcon, InformationIcon } from '../../renderer/components/icons/icons.tsx';
import { SearchIcon } from '../../renderer/components/icons/pageIcons.tsx';
import { BrandMark } from '../../renderer/components/shell/BrandMark.tsx';
import { Link } from '../../renderer/components/buttons/Link.tsx';
import { ThemeSwitch } from '../../renderer/screens/shell/ThemeSwitch.tsx';
import { useNow } from '../../renderer/screens/shell/useNow.ts';
import { useStores } from '../../renderer/StoresContext.tsx';
import { consoleGroup } from '../stores/consoleGroup.ts';
import { timeText } from '../parts/times.ts';
import styles from './TopBar.module.css';

interface TopBarProps {
  searchRef: RefObject<HTMLInputElement | null>;
  onHelp: () => void;
}

/** The brand, the search, the state of the host, the time, and who is at the console. */
export const TopBar = observer(({ searchRef, onHelp }: TopBarProps) => {
  const { formatMessage } = useIntl();
  const { watch, locale } = useStores(consoleGroup);
  return (
    <header className={styles['bar']}>
      <Link href="/" className={styles['brand']}>
        <BrandMark />
        <span>{brand.name}</span>
        <span className={styles['tag']}>
          <FormattedMessage id="console.operator" />
        </span>
      </Link>
      <Search searchRef={searchRef} />
      <div className={styles['state']}>
        <HostState />
        <Clock />
        <span className={styles['who']}>
          <PersonIcon size="small" />
          {watch.session?.email.split('@')[0]}
        </span>
        <Languages key={locale.code} />
        <ThemeSwitch />
        <IconButton label={formatMessage({ id: 'console.keys' })} icon={<InformationIcon />} onClick={onHelp} />
      </div>
    </header>
  );
});

function Search({ searchRef }: Pick<TopBarProps, 'searchRef'>) {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  return (
    <search className={styles['search']}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = cleanMachineText(text);
          if (wanted === '') return;
          // The next key is one of the page.
          searchRef.current?.blur();
          void navigate(`/orders?q=${encodeURIComponent(wanted)}`);
        }}
      >
        <TextInput
          ref={searchRef}
          type="search"
          aria-label={formatMessage({ id: 'console.search' })}
          placeholder={formatMessage({ id: 'console.searchFor' })}
          autoComplete="off"
          spellCheck={false}
          leading={<SearchIcon />}
          trailing={<kbd>Ctrl K</kbd>}
          value={text}
          onChange={setText}
        />
      </form>
    </search>
  );
}

/** Whether the host takes orders, sends payouts, and what its books say. */
const HostState = observer(() => {
  const { watch } = useStores(consoleGroup);
  const { pulse } = watch;
  if (!pulse) return null;
  const { health, switches, books } = pulse;
  const stops = switches.filter(({ closes }) => closes === 'PAYOUTS').length;
  return (
    <>
      <StatusChip tone={health.status === 'OK' ? 'good' : 'urgent'}>
        {health.status === 'OK' ? <FormattedMessage id="console.open" /> : (health.reason ?? health.status)}
      </StatusChip>
      {stops > 0 && (
        <StatusChip tone="urgent">
          <FormattedMessage id="console.stopped" values={{ count: stops }} />
        </StatusChip>
      )}
      {books && books.alarms + books.notices > 0 && (
        <StatusChip tone="urgent">
          <FormattedMessage id="console.booksState" values={{ alarms: books.alarms, notices: books.notices }} />
        </StatusChip>
      )}
    </>
  );
});

function Clock() {
  const now = useNow(1_000);
  return <time className={`${styles['clock']} numeric`}>{timeText(now)} UTC</time>;
}

/** Another language is another page load: the console is small, and what is typed in it is short. */
const Languages = observer(() => {
  const { formatDisplayName, formatMessage } = useIntl();
  const { locale } = useStores();
  const { pathname, search } = useLocation();
  return LOCALE_CODES.filter((code) => code !== locale.code).map((code) => (
    <a
      key={code}
      className={styles['language']}
      href={localizePath(code, CONSOLE_BASE + (pathname === '/' ? '' : pathname) + search)}
      hrefLang={LOCALES[code].langslug}
      aria-label={formatMessage(
        { id: 'shell.switchLanguage' },
        { title: LOCALES[code].title, name: formatDisplayName(code, { type: 'language' }) ?? code },
      )}
    >
      {LOCALES[code].title}
    </a>
  ));
});

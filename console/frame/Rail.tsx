import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { NavLink } from 'react-router-dom';
import { Stroke } from '../../renderer/components/icons/icons.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';
import { SECTIONS, type Section } from '../sections.ts';
import { consoleGroup } from '../stores/consoleGroup.ts';
import styles from './Rail.module.css';

/** The screens of the console that this operator may see, each with what waits on it. */
export const Rail = observer(() => {
  const { formatMessage } = useIntl();
  const { watch } = useStores(consoleGroup);
  const sections: readonly Section[] = SECTIONS;
  return (
    <nav className={styles['rail']} aria-label={formatMessage({ id: 'console.screens' })}>
      {sections
        .filter(({ scope }) => scope === undefined || watch.may(scope))
        .map(({ path, title, key, icon, count }) => {
          const waiting = watch.pulse ? (count?.(watch.pulse) ?? 0) : 0;
          return (
            <NavLink key={path} to={path} end={path === '/'} className={styles['link'] ?? ''} title={`G ${key}`}>
              <Stroke path={icon} />
              <span className={styles['title']}>
                <FormattedMessage id={title} />
              </span>
              {waiting > 0 && <span className={`${styles['count']} numeric`}>{waiting}</span>}
            </NavLink>
          );
        })}
      <ul className={styles['keys']} aria-hidden="true">
        <li>
          <kbd>J</kbd> <kbd>K</kbd> <FormattedMessage id="console.keys.move" />
        </li>
        <li>
          <kbd>Enter</kbd> <FormattedMessage id="console.keys.open" />
        </li>
        <li>
          <kbd>G</kbd> <FormattedMessage id="console.keys.go" />
        </li>
        <li>
          <kbd>?</kbd> <FormattedMessage id="console.keys.all" />
        </li>
      </ul>
    </nav>
  );
});

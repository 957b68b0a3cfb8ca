import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { DESKTOP_APP } from '../../../../contract/accounts/accounts.ts';
import type { Sessions } from '../../../../contract/api/users.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { LaptopIcon, PhoneIcon } from '../../../components/icons/accountIcons.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { securityGroup } from '../../../stores/account/SecurityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { LocalTime } from '../../order/LocalTime.tsx';
import { SettingRow } from './SettingRow.tsx';
import styles from './info.module.css';
import { useBusy } from '../../../useBusy.ts';

type Session = Sessions['sessions'][number];

const PHONES: readonly (string | null)[] = ['Android', 'iOS', 'iPadOS'];

/** Where the customer is signed in. */
export const SessionsCard = observer(() => {
  const { formatMessage } = useIntl();
  const { security } = useStores(securityGroup);
  const [isBusy, run] = useBusy();
  const { sessions } = security;
  const list = useRef<HTMLUListElement>(null);
  const count = useRef(sessions.length);
  useEffect(() => {
    // The button that had the focus has gone with its session.
    if (sessions.length < count.current && document.activeElement === document.body) list.current?.focus();
    count.current = sessions.length;
  }, [sessions.length]);
  return (
    <Card
      title={<FormattedMessage id="security.sessions" />}
      titleAside={
        sessions.length > 1 && (
          <Button size="small" variant="danger" busy={isBusy} onClick={() => run(security.signOutOthers)}>
            <FormattedMessage id="security.signOutOthers" />
          </Button>
        )
      }
      padding="none"
      className={styles['card']}
    >
      <p className={`hint ${styles['lead']}`}>
        <FormattedMessage id="security.sessionsLead" />
      </p>
      <ul ref={list} tabIndex={-1} aria-label={formatMessage({ id: 'security.sessions' })} className={styles['list']}>
        {sessions.map((session) => (
          <SessionRow key={session.sessionId} session={session} />
        ))}
      </ul>
    </Card>
  );
});

const SessionRow = observer(({ session }: { session: Session }) => {
  const { formatMessage } = useIntl();
  const { security } = useStores(securityGroup);
  const [isBusy, run] = useBusy();
  const { sessionId, isCurrent, isNewDevice, browser, system, networkAddress, createdAt, lastUsedAt } = session;
  const device =
    browser === DESKTOP_APP
      ? formatMessage({ id: 'security.desktopApp' }, { system: system ?? 'unknown' })
      : browser !== null && system !== null
        ? formatMessage({ id: 'security.device' }, { browser, system })
        : (browser ?? system ?? formatMessage({ id: 'security.unknownDevice' }));
  return (
    <>
      <SettingRow
        icon={PHONES.includes(system) ? <PhoneIcon /> : <LaptopIcon />}
        title={device}
        detail={
          <>
            {networkAddress !== null && (
              <>
                <span className={styles['address']}>{networkAddress}</span>
                {' · '}
              </>
            )}
            {isCurrent ? <FormattedMessage id="security.now" /> : <LocalTime at={lastUsedAt} format="dateTime" />}
          </>
        }
        state={
          isCurrent ? (
            <span className={`${styles['tag']} ${styles['current']}`}>
              <FormattedMessage id="security.thisDevice" />
            </span>
          ) : (
            isNewDevice && (
              <span className={`${styles['tag']} ${styles['new']}`}>
                <FormattedMessage id="security.newDevice" />
              </span>
            )
          )
        }
        actions={
          !isCurrent && (
            <Button
              size="small"
              busy={isBusy}
              aria-label={formatMessage({ id: 'security.signOutDevice' }, { device })}
              onClick={() => run(() => security.signOutSession(sessionId, device))}
            >
              <FormattedMessage id="security.signOut" />
            </Button>
          )
        }
      />
      {!isCurrent && isNewDevice && (
        <li className={styles['question']}>
          <Notice kind="warning" title={<FormattedMessage id="security.newDeviceTitle" values={{ device }} />}>
            <FormattedMessage id="security.newDeviceText" values={{ date: <LocalTime at={createdAt} format="dateTime" /> }} />
          </Notice>
        </li>
      )}
    </>
  );
});

import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Security } from '../../../../contract/api/users.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Card } from '../../../components/layout/Card.tsx';
import { LockIcon, PersonIcon } from '../../../components/icons/icons.tsx';
import { PhoneIcon, SendIcon } from '../../../components/icons/accountIcons.tsx';
import { MailIcon, ShieldIcon } from '../../../components/icons/pageIcons.tsx';
import { StatusChip } from '../../../components/feedback/StatusChip.tsx';
import { securityGroup } from '../../../stores/account/SecurityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { LocalDate } from '../LocalDate.tsx';
import type { OpenDialog } from './InfoDialogs.tsx';
import { SettingRow } from './SettingRow.tsx';
import styles from './info.module.css';
import { useBusy } from '../../../useBusy.ts';

interface CardProps {
  security: Security;
  open: (dialog: OpenDialog) => void;
}

/** E-mail, password, messenger, two-step code and recovery codes. */
export const SignInCard = observer(({ security, open }: CardProps) => {
  const { formatMessage } = useIntl();
  const { security: store } = useStores(securityGroup);
  return (
    <Card title={<FormattedMessage id="security.signIn" />} padding="none" className={styles['card']}>
      <ul className={styles['list']}>
        <EmailRow security={security} open={open} />
        <SettingRow
          icon={<LockIcon />}
          title={<FormattedMessage id="security.password" />}
          detail={
            security.passwordChangedAt === null ? (
              <FormattedMessage id={security.email === null ? 'security.passwordNeedsEmail' : 'security.noPassword'} />
            ) : (
              <FormattedMessage id="security.passwordChanged" values={{ date: <LocalDate at={security.passwordChangedAt} /> }} />
            )
          }
          actions={
            security.email !== null && (
              <Button
                size="small"
                aria-label={formatMessage({
                  id: security.passwordChangedAt === null ? 'security.setPassword' : 'security.changePassword',
                })}
                onClick={() => open({ name: 'password' })}
              >
                <FormattedMessage id={security.passwordChangedAt === null ? 'security.setUp' : 'security.change'} />
              </Button>
            )
          }
        />
        {store.hasMessengerHost && <MessengerRow security={security} open={open} />}
        {store.isInMessenger && security.messengerSince !== undefined && security.email === null && <EarlierAccountRow />}
        {store.hasSecondFactorHost && <TotpRow security={security} open={open} />}
        {store.hasSecondFactorHost && store.hasSecondFactor && (
          <SettingRow
            icon={<ShieldIcon />}
            title={<FormattedMessage id="security.codes" />}
            detail={<FormattedMessage id="security.codesHint" />}
            state={
              <StatusChip tone={security.recoveryCodesLeft > 2 ? 'good' : 'urgent'}>
                <FormattedMessage id="security.codesLeft" values={{ count: security.recoveryCodesLeft }} />
              </StatusChip>
            }
            actions={
              <Button size="small" onClick={() => open({ name: 'renewCodes' })}>
                <FormattedMessage id="security.newCodes" />
              </Button>
            }
          />
        )}
      </ul>
    </Card>
  );
});

const EmailRow = observer(({ security: { email, isEmailConfirmed, pendingEmail }, open }: CardProps) => {
  const { formatMessage } = useIntl();
  const { security: store } = useStores(securityGroup);
  const [isBusy, run] = useBusy();
  const isWaiting = pendingEmail !== null || (email !== null && !isEmailConfirmed);
  return (
    <SettingRow
      icon={<MailIcon />}
      title={<FormattedMessage id="security.email" />}
      detail={
        <>
          {email === null ? <FormattedMessage id="security.noEmail" /> : <span className={styles['long']}>{email}</span>}
          {pendingEmail !== null && (
            <span className={styles['long']}>
              <FormattedMessage id="security.emailPending" values={{ email: pendingEmail }} />
            </span>
          )}
        </>
      }
      state={
        email !== null && (
          <StatusChip tone={isEmailConfirmed ? 'good' : 'urgent'}>
            <FormattedMessage id={isEmailConfirmed ? 'security.emailConfirmed' : 'security.emailUnconfirmed'} />
          </StatusChip>
        )
      }
      actions={
        <>
          {isWaiting && (
            <Button size="small" busy={isBusy} onClick={() => run(store.resendConfirmation)}>
              <FormattedMessage id="security.emailResend" />
            </Button>
          )}
          <Button
            size="small"
            aria-label={formatMessage({ id: email === null ? 'security.addEmail' : 'security.changeEmail' })}
            onClick={() => open({ name: 'email' })}
          >
            <FormattedMessage id={email === null ? 'security.add' : 'security.change'} />
          </Button>
        </>
      }
    />
  );
});

const MessengerRow = observer(({ security: { messengerSince, passwordChangedAt }, open }: CardProps) => {
  const { formatMessage } = useIntl();
  const { security: store } = useStores(securityGroup);
  const isLinked = messengerSince !== undefined;
  // The last way to sign in can't be taken away.
  const canChange = isLinked ? passwordChangedAt !== null : store.isInMessenger;
  return (
    <SettingRow
      icon={<SendIcon />}
      title={<FormattedMessage id="security.messenger" />}
      detail={
        isLinked ? (
          <FormattedMessage
            id={canChange ? 'security.messengerOn' : 'security.messengerOnly'}
            values={{ date: <LocalDate at={messengerSince} /> }}
          />
        ) : (
          <FormattedMessage id={canChange ? 'security.messengerOff' : 'security.messengerElsewhere'} />
        )
      }
      state={
        <StatusChip tone={isLinked ? 'good' : 'ended'}>
          <FormattedMessage id={isLinked ? 'security.messengerLinked' : 'security.messengerUnlinked'} />
        </StatusChip>
      }
      actions={
        canChange && (
          <Button
            size="small"
            aria-label={formatMessage({ id: isLinked ? 'security.messengerUnlinkTitle' : 'security.messengerLinkTitle' })}
            onClick={() => open({ name: 'messenger' })}
          >
            <FormattedMessage id={isLinked ? 'security.messengerUnlink' : 'security.messengerLink'} />
          </Button>
        )
      }
    />
  );
});

/** Leads a customer whom the messenger has just brought to the account that they had before. */
const EarlierAccountRow = observer(() => {
  const { formatMessage } = useIntl();
  const { security: store, dialogs } = useStores(securityGroup);
  const signIn = () =>
    dialogs.open({ name: 'signIn', data: { view: 'login', wantedPath: null, onSignedIn: store.linkAfterSignIn } });
  return (
    <SettingRow
      icon={<PersonIcon />}
      title={<FormattedMessage id="security.messengerMove" />}
      detail={<FormattedMessage id="security.messengerMoveHint" />}
      actions={
        <Button size="small" aria-label={formatMessage({ id: 'security.messengerMoveAction' })} onClick={signIn}>
          <FormattedMessage id="signIn.login.submit" />
        </Button>
      }
    />
  );
});

const TotpRow = observer(({ security: { totpSince }, open }: CardProps) => {
  const { formatMessage } = useIntl();
  const { security: store } = useStores(securityGroup);
  const [isBusy, run] = useBusy();
  const start = async () => {
    const setUp = await store.startTotp();
    if (setUp) open({ name: 'totp', setUp });
  };
  return (
    <SettingRow
      icon={<PhoneIcon />}
      title={<FormattedMessage id="security.totp" />}
      detail={
        totpSince === null ? (
          <FormattedMessage id="security.totpOff" />
        ) : (
          <FormattedMessage id="security.totpOn" values={{ date: <LocalDate at={totpSince} /> }} />
        )
      }
      state={
        <StatusChip tone={totpSince === null ? 'ended' : 'good'}>
          <FormattedMessage id={totpSince === null ? 'security.off' : 'security.on'} />
        </StatusChip>
      }
      actions={
        totpSince === null ? (
          <Button size="small" busy={isBusy} aria-label={formatMessage({ id: 'security.setUpTotp' })} onClick={() => run(start)}>
            <FormattedMessage id="security.setUp" />
          </Button>
        ) : (
          <Button
            size="small"
            aria-label={formatMessage({ id: 'security.turnOffTotp' })}
            onClick={() => open({ name: 'totpOff' })}
          >
            <FormattedMessage id="security.turnOff" />
          </Button>
        )
      }
    />
  );
});

import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import type { MessageId } from '../../i18n/messages.ts';
import { useStores } from '../../StoresContext.tsx';

/** Asks a customer to confirm the e-mail, or, with `missing`, to add one. Renders nothing for others. */
export const EmailNotice = observer(({ unconfirmed, missing }: { unconfirmed: MessageId; missing?: MessageId }) => {
  const { session, locale } = useStores();
  const { email, isEmailConfirmed = true } = session.account ?? {};
  const message = email === null ? missing : unconfirmed;
  if (isEmailConfirmed || message === undefined) return null;
  return (
    <Notice
      kind="warning"
      actions={
        <LinkButton size="small" href={locale.path('/profile/info')}>
          <FormattedMessage id={email === null ? 'account.addEmail' : 'account.confirmEmail'} />
        </LinkButton>
      }
    >
      <FormattedMessage id={message} />
    </Notice>
  );
});

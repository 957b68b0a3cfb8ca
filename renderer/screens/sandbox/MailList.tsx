import { ORDER_MAIL_FEATURE } from '../../../contract/features.ts';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SandboxMails } from '../../../contract/api/notifications.ts';
import { Card } from '../../components/layout/Card.tsx';
import { Disclosure } from '../../components/layout/Disclosure.tsx';
import { MailboxStore } from '../../stores/sandbox/MailboxStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { LocalTime } from '../order/LocalTime.tsx';
import styles from './mailList.module.css';

type SandboxMail = SandboxMails['mails'][number];

const SHOWN = 20;

/** All e-mails of the sandbox host. */
export const MailList = observer(() => {
  const { platform, health } = useStores();
  const [mailbox] = useState(() => new MailboxStore({ platform }));
  const hasMail = health.hasFeature(ORDER_MAIL_FEATURE);
  useEffect(() => (hasMail ? mailbox.start() : undefined), [mailbox, hasMail]);
  if (!hasMail || mailbox.mails === null) return null;
  return (
    <Card title={<FormattedMessage id="sandbox.mails.title" />}>
      {mailbox.mails.length === 0 ? (
        <p className="hint">
          <FormattedMessage id="sandbox.mails.none" />
        </p>
      ) : (
        mailbox.mails.slice(0, SHOWN).map((mail) => <MailItem key={mail.id} mail={mail} />)
      )}
    </Card>
  );
});

function MailItem({ mail }: { mail: SandboxMail }) {
  const summary = (
    <span className={styles['summary']}>
      <span>{mail.subject}</span>
      <span className="hint">
        <LocalTime at={mail.sentAt} /> <FormattedMessage id="sandbox.mails.to" values={{ email: mail.to }} />
      </span>
    </span>
  );
  return (
    <Disclosure summary={summary}>
      <div className={styles['text']}>{mail.text.trimEnd().split('\n').map(asLine)}</div>
    </Disclosure>
  );
}

/** Each link is on its own line. */
function asLine(line: string, place: number) {
  const isLink = /^https?:\/\/\S+$/.test(line);
  return <p key={place}>{isLink ? <a href={line}>{line}</a> : line}</p>;
}

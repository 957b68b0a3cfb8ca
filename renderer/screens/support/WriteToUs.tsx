import { cleanMachineText } from '../../../contract/input/machineText.ts';
import { MailIcon, ShieldIcon } from '../../components/icons/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { brand } from '../../brand.ts';
import { Card } from '../../components/layout/Card.tsx';
import { CopyRow } from '../../components/data/CopyRow.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { TextInput } from '../../components/fields/TextInput.tsx';
import { useStores } from '../../StoresContext.tsx';
import { useCopyTexts } from '../order/useCopyTexts.ts';
import { mailAddress } from './mailAddress.ts';
import styles from './SupportScreen.module.css';

/** Format of an order id: 128 random bits, base64url. */
const ORDER_ID = /^[A-Za-z0-9_-]{22}$/;

/** The support address, with a prepared e-mail that names the order. */
export const WriteToUs = observer(({ order, onOrderChange }: { order: string; onOrderChange: (order: string) => void }) => {
  const { formatMessage } = useIntl();
  const { locale, platform, buildId } = useStores();
  const copyText = useCopyTexts();
  const [isTyping, setTyping] = useState(false);
  const isOrder = ORDER_ID.test(order);
  // No error while the customer is still typing.
  const isWrong = order !== '' && !isOrder && !isTyping;
  const letter = mailAddress({
    to: brand.supportEmail,
    subject: isOrder ? formatMessage({ id: 'support.subjectOrder' }, { order }) : formatMessage({ id: 'support.subject' }),
    lines: [
      formatMessage({ id: 'support.bodyQuestion' }),
      '',
      '',
      ...(isOrder ? [formatMessage({ id: 'support.bodyOrder' }, { order })] : []),
      `build: ${buildId}`,
    ],
  });
  return (
    <Card title={<FormattedMessage id="support.write" />} className={styles['card']}>
      <Field
        label={<FormattedMessage id="support.orderLabel" />}
        hint={<FormattedMessage id="support.orderHint" />}
        ok={isOrder && <FormattedMessage id="support.orderRight" />}
        error={isWrong && <FormattedMessage id="support.orderWrong" />}
      >
        {(control) => (
          <TextInput
            {...control}
            mono
            value={order}
            onChange={(text) => onOrderChange(cleanMachineText(text))}
            onFocus={() => setTyping(true)}
            onBlur={() => setTyping(false)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        )}
      </Field>
      <p className={styles['ways']}>
        <LinkButton variant="primary" icon={<MailIcon />} href={letter}>
          <FormattedMessage id="support.send" />
        </LinkButton>
        {isOrder && (
          <LinkButton href={locale.path(`/order/${order}`)}>
            <FormattedMessage id="support.openOrder" />
          </LinkButton>
        )}
      </p>
      <CopyRow
        label={<FormattedMessage id="support.email" />}
        value={brand.supportEmail}
        display={<Breakable email={brand.supportEmail} />}
        onCopy={platform.copy}
        text={copyText(formatMessage({ id: 'support.copyEmail' }))}
      />
      <p className={styles['never']}>
        <ShieldIcon />
        <FormattedMessage id="support.never" />
      </p>
    </Card>
  );
});

/** If the address needs two lines, the second starts with the "@". */
function Breakable({ email }: { email: string }) {
  const [name, host] = email.split('@');
  return (
    <>
      {name}
      <wbr />@{host}
    </>
  );
}

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ORDER_PASS_FILES } from '../../../contract/desktop/orderPassFile.ts';
import { AddressInput } from '../../components/AddressInput.tsx';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { classNames } from '../../components/classNames.ts';
import { Field } from '../../components/Field.tsx';
import { FileField } from '../../components/FileField.tsx';
import { Link } from '../../components/Link.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { intlOf } from '../../i18n/intlOf.ts';
import type { MessageId } from '../../i18n/messages.ts';
import type { Stores } from '../../stores/createStores.ts';
import { useStores } from '../../StoresContext.tsx';
import { NumberForm } from './NumberForm.tsx';
import { useOpenPass } from './pass/useOpenPass.ts';
import { usePageTitle } from './usePageTitle.ts';
import styles from './order.module.css';

export { addOrderStores as addStores } from '../../stores/order/createOrderStores.ts';

export async function load({ locale, page }: Stores): Promise<null> {
  const intl = intlOf(locale.code, locale.messages);
  page.setTitle(intl.formatMessage({ id: 'pass.openTitle' }));
  return null;
}

/** `/order`: opens an order by number and receiving address, or with its order pass in this tab (D3). */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const openPass = useOpenPass();
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState<MessageId | null>(null);
  usePageTitle(formatMessage({ id: 'pass.openTitle' }));

  const open = (text: string | null) => setProblem(openPass(text));
  return (
    <div className={classNames('page-width', styles['page'])}>
      <div className={styles['narrow']}>
        <PageHeading title={formatMessage({ id: 'pass.openTitle' })} lead={formatMessage({ id: 'order.open.lead' })} />
        <NumberForm />
        <Card className={styles['stage']} title={formatMessage({ id: 'pass.title' })}>
          <p className={styles['lead']}>
            <FormattedMessage id="pass.openLead" />
          </p>
          <FileField
            label={<FormattedMessage id="pass.choose" />}
            dropHint={<FormattedMessage id="pass.drop" />}
            accept={ORDER_PASS_FILES}
            onText={open}
          />
          <form
            className={styles['form']}
            onSubmit={(event) => {
              event.preventDefault();
              open(link);
            }}
          >
            <Field
              label={formatMessage({ id: 'pass.paste' })}
              hint={formatMessage({ id: 'pass.pasteHint' })}
              error={problem && formatMessage({ id: problem })}
            >
              {(aria) => (
                <AddressInput
                  {...aria}
                  value={link}
                  onChange={(text) => {
                    setLink(text);
                    setProblem(null);
                  }}
                />
              )}
            </Field>
            <Button type="submit" wide>
              <FormattedMessage id="pass.openButton" />
            </Button>
          </form>
        </Card>
        <p className="hint">
          <FormattedMessage id="pass.without" />
        </p>
        <p>
          <Link href={locale.path('/history')}>
            <FormattedMessage id="pass.ownOrders" />
          </Link>
        </p>
      </div>
    </div>
  );
});

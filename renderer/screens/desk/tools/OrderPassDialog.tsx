import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ORDER_PASS_EXTENSION } from '../../../../contract/desktop/orderPassFile.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { FileField } from '../../../components/fields/FileField.tsx';
import { Link } from '../../../components/buttons/Link.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useOpenPass } from '../../order/pass/useOpenPass.ts';
import styles from './tools.module.css';

/** Opens an order pass from a chosen file. */
export const OrderPassDialog = observer(({ onClose }: { onClose: () => void }) => {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const openPass = useOpenPass();
  const [problem, setProblem] = useState<MessageId | null>(null);
  const open = (text: string | null): void => {
    const found = openPass(text);
    setProblem(found);
    if (found === null) onClose();
  };
  return (
    <Dialog title={formatMessage({ id: 'pass.open' })} closeLabel={formatMessage({ id: 'exchange.close' })} onClose={onClose}>
      <p>
        <FormattedMessage id="pass.openLead" />
      </p>
      <FileField
        label={<FormattedMessage id="pass.choose" />}
        dropHint={<FormattedMessage id="pass.drop" />}
        accept={ORDER_PASS_EXTENSION}
        onText={open}
      />
      <p className={styles['problem']} role="alert">
        {problem && formatMessage({ id: problem })}
      </p>
      <p>
        <Link href={locale.path('/order')} onClick={onClose}>
          <FormattedMessage id="desk.pass.other" />
        </Link>
      </p>
    </Dialog>
  );
});

import { cleanMachineText } from '../../../../contract/input/machineText.ts';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { AddressInput } from '../../../components/fields/AddressInput.tsx';
import { Button } from '../../../components/buttons/Button.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { ORDER_ID, orderPath } from '../../../stores/deviceOrders/orderPass.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from '../order.module.css';

/**
 * Opens an order by its number and receiving address, which are what a read of the API requires (D3). The refund and the deposit
 * address do not open it: others may know them. The order's page says whether both belong together.
 */
export const NumberForm = observer(() => {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const navigate = useNavigate();
  const [number, setNumber] = useState('');
  const [address, setAddress] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const isNumber = ORDER_ID.test(number);
  const open = () => {
    setWasTried(true);
    if (isNumber && address !== '') void navigate(locale.path(orderPath({ orderId: number, destinationAddress: address })));
  };
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <Field
        label={formatMessage({ id: 'order.open.number' })}
        hint={formatMessage({ id: 'order.open.numberHint' })}
        error={wasTried && !isNumber ? formatMessage({ id: 'order.open.numberWrong' }) : null}
      >
        {(aria) => <AddressInput {...aria} value={number} onChange={(text) => setNumber(cleanMachineText(text))} />}
      </Field>
      <Field
        label={formatMessage({ id: 'order.destination.label' })}
        error={wasTried && address === '' ? formatMessage({ id: 'error_address_empty' }) : null}
      >
        {(aria) => <AddressInput {...aria} value={address} onChange={(text) => setAddress(cleanMachineText(text))} />}
      </Field>
      <Button type="submit" wide>
        <FormattedMessage id="order.destination.show" />
      </Button>
    </form>
  );
});

import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { object, string } from 'yup';
import { cleanMachineText } from '../../../../contract/input/machineText.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { FormAddress } from '../../../forms/FormText.tsx';
import { useYupForm } from '../../../forms/useYupForm.ts';
import { ORDER_ID, orderPath } from '../../../stores/deviceOrders/orderPass.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from '../order.module.css';

const schema = object({
  number: string().defined().matches(ORDER_ID, 'order.open.numberWrong'),
  address: string().required('error_address_empty'),
});

/**
 * Opens an order by its number and receiving address, which are what a read of the API requires (D3). The refund and the deposit
 * address do not open it: others may know them. The order's page says whether both belong together.
 */
export const NumberForm = observer(() => {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  const navigate = useNavigate();
  const form = useYupForm({
    schema,
    defaultValues: { number: '', address: '' },
    send: async ({ number, address }) => {
      await navigate(locale.path(orderPath({ orderId: number, destinationAddress: address })));
      return null;
    },
  });
  return (
    <form className={styles['form']} noValidate onSubmit={form.submit}>
      <FormAddress
        form={form}
        name="number"
        label={formatMessage({ id: 'order.open.number' })}
        hint={formatMessage({ id: 'order.open.numberHint' })}
        clean={cleanMachineText}
      />
      <FormAddress form={form} name="address" label={formatMessage({ id: 'order.destination.label' })} clean={cleanMachineText} />
      <Button type="submit" wide>
        <FormattedMessage id="order.destination.show" />
      </Button>
    </form>
  );
});

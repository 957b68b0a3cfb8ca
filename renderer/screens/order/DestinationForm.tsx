import { cleanMachineText } from '../../../contract/input/machineText.ts';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { AddressInput } from '../../components/fields/AddressInput.tsx';
import { Button } from '../../components/buttons/Button.tsx';
import { Card } from '../../components/layout/Card.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Link } from '../../components/buttons/Link.tsx';
import { PageHeading } from '../../components/layout/PageHeading.tsx';
import { orderPath } from '../../stores/deviceOrders/orderPass.ts';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from './order.module.css';

/** Asks for the destination address that the page's address lacks. Works without scripts, because it is a GET form. */
export const DestinationForm = observer(({ orderId, isIncorrect }: { orderId: string; isIncorrect: boolean }) => {
  const { formatMessage } = useIntl();
  const { locale, order } = useStores(orderGroup);
  const navigate = useNavigate();
  useKnownDestination(orderId, !isIncorrect);
  const [typed, setTyped] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const address = typed ?? order.destinationAddress ?? '';
  const path = locale.path(`/order/${orderId}`);
  const problem = isMissing ? 'error_address_empty' : isIncorrect && typed === null ? 'order.destination.incorrect' : null;

  const show = () => {
    setIsMissing(address === '');
    if (address === '') return;
    setTyped(null);
    void navigate(`${path}?${new URLSearchParams({ destinationAddress: address }).toString()}`, { replace: true });
  };
  return (
    <div className={styles['narrow']}>
      <PageHeading
        title={formatMessage({ id: 'order.title.destination' })}
        lead={formatMessage({ id: 'order.destination.lead' })}
      />
      <Card>
        <form
          className={styles['form']}
          method="get"
          action={path}
          onSubmit={(event) => {
            event.preventDefault();
            show();
          }}
        >
          <Field label={formatMessage({ id: 'order.destination.label' })} error={problem && formatMessage({ id: problem })}>
            {(aria) => (
              <AddressInput
                {...aria}
                name="destinationAddress"
                value={address}
                onChange={(text) => {
                  setTyped(cleanMachineText(text));
                  setIsMissing(false);
                }}
              />
            )}
          </Field>
          <Button type="submit" variant="primary" wide>
            <FormattedMessage id="order.destination.show" />
          </Button>
        </form>
      </Card>
      <p className="hint">
        <FormattedMessage
          id="order.destination.help"
          values={{
            link: (
              <Link href={locale.path(`/support?order=${orderId}`)}>
                <FormattedMessage id="order.pass.supportLink" />
              </Link>
            ),
          }}
        />
      </p>
    </div>
  );
});

/**
 * Opens an order that this device knows, or that is the signed-in customer's, when the page's address lacks the destination. Links in
 * e-mails and the page of a card provider hold only the order id.
 */
function useKnownDestination(orderId: string, isMissing: boolean): void {
  const { locale, deviceOrders, accountOrders } = useStores(orderGroup);
  const navigate = useNavigate();
  const { isOn } = accountOrders;
  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    const open = (destinationAddress: string | null | undefined): boolean => {
      if (isCurrent && destinationAddress)
        void navigate(locale.path(orderPath({ orderId, destinationAddress })), { replace: true });
      return !!destinationAddress;
    };
    if (deviceOrders.records === null) deviceOrders.load();
    if (!open(deviceOrders.find(orderId)?.destinationAddress) && isOn) void accountOrders.destinationOf(orderId).then(open);
    return () => {
      isCurrent = false;
    };
  }, [isMissing, isOn, locale, navigate, deviceOrders, accountOrders, orderId]);
}

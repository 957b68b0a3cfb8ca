import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate, useParams } from 'react-router-dom';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { Field } from '../../renderer/components/fields/Field.tsx';
import { TextInput } from '../../renderer/components/fields/TextInput.tsx';
import { Card } from '../../renderer/components/layout/Card.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';
import list from '../parts/list.module.css';
import { Panel } from '../parts/Panel.tsx';
import { Title } from '../parts/Title.tsx';
import { usePanel } from '../parts/usePanel.ts';
import { consoleGroup } from '../stores/consoleGroup.ts';
import { CustomerDetails } from './customer/CustomerDetails.tsx';

/** One customer: sessions, keys, balances, orders; freezing and the blacklist. */
export const Screen = observer(() => {
  const { customerId } = useParams();
  return (
    <>
      <Title id="console.customers" />
      <Find />
      {customerId !== undefined && <OneCustomer key={customerId} customerId={customerId} />}
    </>
  );
});

const Find = observer(() => {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { acts } = useStores(consoleGroup);
  const [number, setNumber] = useState('');
  return (
    <Card padding="tight" aria-label={formatMessage({ id: 'console.customers' })}>
      <form
        className={list['find']}
        onSubmit={(event) => {
          event.preventDefault();
          if (/^[1-9]\d{0,8}$/.test(number)) void navigate(`/customers/${number}`);
        }}
      >
        <Field label={formatMessage({ id: 'console.customerNumberField' })} reserve={false}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={number}
              onChange={(text) => setNumber(text.replaceAll(/\D/g, ''))}
            />
          )}
        </Field>
        <Button type="submit">
          <FormattedMessage id="console.openCustomer" />
        </Button>
        <Button variant="danger" onClick={() => acts.open({ act: 'blacklist', input: {}, asks: ['kind', 'value', 'reason'] })}>
          <FormattedMessage id="console.act.blacklist" />
        </Button>
      </form>
    </Card>
  );
});

const OneCustomer = observer(({ customerId }: { customerId: string }) => {
  const { formatMessage } = useIntl();
  const panel = usePanel('customer', { customerId }, { list: 'audit' });
  return (
    <Panel panel={panel} title={formatMessage({ id: 'console.customerNumber' }, { number: customerId })}>
      {(customer) => <CustomerDetails customer={customer} />}
    </Panel>
  );
});

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { ORDER_STATUSES } from '../../../contract/order.ts';
import { Button } from '../../../renderer/components/buttons/Button.tsx';
import { Select } from '../../../renderer/components/fields/Select.tsx';
import { TextInput } from '../../../renderer/components/fields/TextInput.tsx';
import { stateName } from '../../acts/actTexts.ts';
import list from '../../parts/list.module.css';
import { Pages } from '../../parts/Pages.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { usePanel } from '../../parts/usePanel.ts';
import { OrderTable } from './OrderTable.tsx';

/** The filters of the list, by their names in the address and in the call */
const FILTERS = ['status', 'network', 'instrument', 'leastUsd', 'mostUsd', 'cursor'] as const;

/** All orders, newest first, with filters that are kept in the address. */
export const OrderList = observer(() => {
  const intl = useIntl();
  const [parameters] = useSearchParams();
  const input = Object.fromEntries(FILTERS.flatMap((name) => (parameters.get(name) ? [[name, parameters.get(name)]] : [])));
  const panel = usePanel('orders', input, { list: 'waiting', everyMs: 30_000 });
  return (
    <Panel panel={panel} title={intl.formatMessage({ id: 'console.orders' })} aside={<Filters key={parameters.toString()} />}>
      {({ orders, nextCursor }) => (
        <>
          <OrderTable orders={orders} isSearchedPart={nextCursor !== null} />
          <Pages name="cursor" next={nextCursor} />
        </>
      )}
    </Panel>
  );
});

const TEXTS = ['network', 'instrument', 'leastUsd', 'mostUsd'] as const;

const Filters = observer(() => {
  const intl = useIntl();
  const [parameters, setParameters] = useSearchParams();
  const [values, setValues] = useState(() => Object.fromEntries(FILTERS.map((name) => [name, parameters.get(name) ?? ''])));
  const apply = (next: Record<string, string>): void =>
    setParameters(Object.fromEntries(Object.entries(next).filter(([name, value]) => value !== '' && name !== 'cursor')));
  return (
    <form
      className={list['filters']}
      onSubmit={(event) => {
        event.preventDefault();
        apply(values);
      }}
    >
      <Select
        small
        aria-label={intl.formatMessage({ id: 'console.column.state' })}
        value={values['status'] ?? ''}
        options={[
          { value: '', label: intl.formatMessage({ id: 'console.allKinds' }) },
          ...ORDER_STATUSES.map((status) => ({ value: status as string, label: stateName(intl, status) })),
        ]}
        onChange={(status) => apply({ ...values, status })}
      />
      {TEXTS.map((name) => (
        <TextInput
          key={name}
          className={list['filter']}
          aria-label={intl.formatMessage({ id: `console.filter.${name}` })}
          placeholder={intl.formatMessage({ id: `console.filter.${name}` })}
          autoComplete="off"
          value={values[name] ?? ''}
          onChange={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      <Button type="submit" size="small">
        <FormattedMessage id="console.applyFilter" />
      </Button>
    </form>
  );
});

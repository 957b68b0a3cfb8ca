import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../renderer/components/buttons/Button.tsx';
import { Select } from '../../../renderer/components/fields/Select.tsx';
import { TextInput } from '../../../renderer/components/fields/TextInput.tsx';
import { SaveTable } from '../../../renderer/screens/account/SaveTable.tsx';
import { useStores } from '../../../renderer/StoresContext.tsx';
import { actName } from '../../acts/actTexts.ts';
import list from '../../parts/list.module.css';
import { consoleGroup } from '../../stores/consoleGroup.ts';

/** The filters, by their names in the address and in the call */
const FILTERS = ['day', 'actor', 'act', 'subject', 'before'] as const;
type Filter = (typeof FILTERS)[number];

/** Returns the filters of the address, as the call takes them. */
export function useAuditFilters(): Partial<Record<Filter, string>> {
  const [parameters] = useSearchParams();
  return Object.fromEntries(FILTERS.flatMap((name) => (parameters.get(name) ? [[name, parameters.get(name)]] : [])));
}

/** Day, operator and kind of act, and the file of what they find. */
export const AuditFilters = observer(() => {
  const intl = useIntl();
  const { formatMessage, messages } = intl;
  const { call } = useStores(consoleGroup);
  const { before: _page, ...filters } = useAuditFilters();
  const [, setParameters] = useSearchParams();
  const [values, setValues] = useState(filters);
  const apply = (next: Partial<Record<Filter, string>>): void =>
    setParameters(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')));
  const acts = Object.keys(messages)
    .flatMap((id) => (id.startsWith('console.act.') ? [id.slice('console.act.'.length)] : []))
    // Not the names of buttons, such as console.act.hedging.true.
    .filter((act) => !act.includes('.'))
    .map((act) => ({ value: act, label: actName(intl, act) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, intl.locale));
  return (
    <form
      className={list['filters']}
      onSubmit={(event) => {
        event.preventDefault();
        apply(values);
      }}
    >
      <TextInput
        type="date"
        className={list['filter']}
        aria-label={formatMessage({ id: 'console.filter.day' })}
        value={values.day ?? ''}
        onChange={(day) => setValues({ ...values, day })}
      />
      <TextInput
        className={list['filter']}
        aria-label={formatMessage({ id: 'console.filter.actor' })}
        placeholder={formatMessage({ id: 'console.filter.actor' })}
        autoComplete="off"
        spellCheck={false}
        value={values.actor ?? ''}
        onChange={(actor) => setValues({ ...values, actor })}
      />
      <Select
        small
        aria-label={formatMessage({ id: 'console.field.act' })}
        value={values.act ?? ''}
        options={[{ value: '', label: formatMessage({ id: 'console.allActs' }) }, ...acts]}
        onChange={(act) => apply({ ...values, act })}
      />
      <Button type="submit" size="small">
        <FormattedMessage id="console.applyFilter" />
      </Button>
      {Object.keys(filters).length > 0 && (
        <Button size="small" onClick={() => apply({})}>
          <FormattedMessage id="console.allEntries" />
        </Button>
      )}
      <SaveTable
        name={`audit-${filters.day ?? 'all'}.csv`}
        label="console.saveAudit"
        failure="console.notRead"
        read={async () => (await call('exportAudit', filters)).text}
      />
    </form>
  );
});

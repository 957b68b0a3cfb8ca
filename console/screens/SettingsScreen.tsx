import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router-dom';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { formatAmount } from '../../contract/formatAmount.ts';
import { isDecimal } from '../../contract/money.ts';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { DefinitionList } from '../../renderer/components/data/DefinitionList.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';
import { settingText, stateName } from '../acts/actTexts.ts';
import { At, RowLink, Small } from '../parts/cells.tsx';
import { Drawer } from '../parts/Drawer.tsx';
import list from '../parts/list.module.css';
import { useColumns } from '../parts/ListTable.tsx';
import { PanelTable } from '../parts/PanelTable.tsx';
import { Title } from '../parts/Title.tsx';
import { usePanel } from '../parts/usePanel.ts';
import { consoleGroup } from '../stores/consoleGroup.ts';

type Setting = ConsoleOutput<'settings'>['settings'][number];

/** Returns how a value is shown: "0.5 %", "90 days". */
const useValueText = (): ((value: Pick<Setting, 'value' | 'unit'>) => string) => {
  const { formatMessage } = useIntl();
  const { locale } = useStores();
  return ({ value, unit }) => {
    if (unit === 'days' || unit === 's') return formatMessage({ id: `console.unit.${unit}` }, { count: Number(value) });
    const shown = isDecimal(value) ? formatAmount(value, locale.code) : value;
    return unit === null ? shown : `${shown}\u00a0${unit}`;
  };
};

/** The values that operators may change while the host runs, where each comes from, and who changed it. */
export const Screen = observer(() => {
  const valueText = useValueText();
  const intl = useIntl();
  const column = useColumns();
  const { name } = useParams();
  const panel = usePanel('settings', {}, { list: 'audit', everyMs: 30_000 });
  const setting = panel.data?.settings.find((one) => one.name === name);
  return (
    <>
      <Title id="console.settings" />
      <div className={setting ? list['split'] : list['stack']}>
        <PanelTable
          panel={panel}
          title={intl.formatMessage({ id: 'console.settings' })}
          hint={<FormattedMessage id="console.settingsHelp" />}
          rows={({ settings }) => settings}
          rowKey={(one) => one.name}
          columns={[
            column<Setting>('setting', (one) => (
              <>
                <RowLink href={`/settings/${one.name}`} isOpen={one.name === name}>
                  {settingText(intl, one)}
                </RowLink>
                <Small>
                  <span className="mono">{one.name}</span>
                </Small>
              </>
            )),
            column<Setting>('value', (one) => <b>{valueText(one)}</b>, 'end'),
            column<Setting>('origin', ({ origin, setBy, setAt }) => (
              <>
                <span className={`${list['tag']} ${origin === 'OPERATOR' ? list['new'] : ''}`}>{stateName(intl, origin)}</span>
                {setBy !== null && (
                  <Small>
                    {setBy} · <At time={setAt} />
                  </Small>
                )}
              </>
            )),
          ]}
        />
        {setting && <SettingDrawer key={setting.name} setting={setting} />}
      </div>
    </>
  );
});

const SettingDrawer = observer(({ setting }: { setting: Setting }) => {
  const valueText = useValueText();
  const intl = useIntl();
  const { acts, watch } = useStores(consoleGroup);
  const { name, origin, otherwise, usual, least, most, options, unit } = setting;
  const history = usePanel('audit', { subject: 'settings' }, { list: 'audit' });
  const changes = (history.data?.entries ?? []).filter(({ effect }) => isAbout(effect, name));
  const range = options.length > 0 ? options.join(', ') : [least, most].filter((end) => end !== null).join(' – ');
  return (
    <Drawer over={name} title={valueText(setting)} label={settingText(intl, setting)} closeTo="/settings">
      <p>{settingText(intl, setting)}</p>
      <DefinitionList
        items={[
          { id: 'origin', term: <FormattedMessage id="console.column.origin" />, detail: stateName(intl, origin) },
          { id: 'otherwise', term: <FormattedMessage id="console.otherwise" />, detail: valueText({ value: otherwise, unit }) },
          { id: 'usual', term: <FormattedMessage id="console.usual" />, detail: valueText({ value: usual, unit }) },
          ...(range === '' ? [] : [{ id: 'range', term: <FormattedMessage id="console.range" />, detail: range }]),
        ]}
      />
      {watch.may('settings') && (
        <span className={list['buttons']}>
          <Button
            size="small"
            variant="primary"
            onClick={() => acts.open({ act: 'set', input: { name }, asks: ['value', 'reason'], about: name })}
          >
            <FormattedMessage id="console.act.set" />
          </Button>
          {origin === 'OPERATOR' && (
            <Button
              size="small"
              onClick={() => acts.open({ act: 'set', input: { name, value: null }, asks: ['reason'], about: name })}
            >
              <FormattedMessage id="console.resetSetting" />
            </Button>
          )}
        </span>
      )}
      <h3>
        <FormattedMessage id="console.history" />
      </h3>
      {changes.length === 0 && (
        <p className="hint">
          <FormattedMessage id="console.none" />
        </p>
      )}
      {changes.map(({ number, actor, at, reason, effect }) => (
        <div key={number} className={list['notes']}>
          <b>{changeText(effect)}</b>
          <Small>
            {actor} · <At time={at} /> {reason !== null && `· ${reason}`}
          </Small>
        </div>
      ))}
    </Drawer>
  );
});

type Facts = Readonly<Record<string, unknown>>;
const isFacts = (effect: unknown): effect is Facts => typeof effect === 'object' && effect !== null;
const isAbout = (effect: unknown, name: string): boolean => isFacts(effect) && effect['name'] === name && 'after' in effect;
const changeText = (effect: unknown): string =>
  isFacts(effect) ? `${String(effect['before'])} → ${String(effect['after'])}` : '';

import { observer } from 'mobx-react-lite';
import { useIntl, type IntlShape } from 'react-intl';
import { DefinitionList, type Definition } from '../../renderer/components/data/DefinitionList.tsx';
import { Notice } from '../../renderer/components/feedback/Notice.tsx';
import { Usd } from '../parts/cells.tsx';
import { clockText } from '../parts/times.ts';
import { useCoins } from '../parts/useCoins.ts';
import { isTime } from '../stores/actFields.ts';
import styles from './acts.module.css';
import { documentName, fieldName, kindName, reasonText, stateName, warningText } from './actTexts.ts';

type Facts = Readonly<Record<string, unknown>>;

/** What an act does, from the host's data: money and full addresses first, then the other facts, then the warnings. */
export const EffectView = observer(({ effect }: { effect: Facts }) => {
  const intl = useIntl();
  const { coinText } = useCoins();
  const warnings = listOf(effect['warnings']).filter((code) => typeof code === 'string');
  const items = linesOf(intl, coinText, effect, '');
  return (
    <>
      <DefinitionList items={items} />
      {warnings.map((code) => (
        <Notice key={code} kind="warning">
          {warningText(intl, code)}
        </Notice>
      ))}
    </>
  );
});

type CoinText = (amount: string, instrument: string) => string;

/** Facts that say nothing of their own, or that something else shows. */
const HIDDEN: readonly string[] = ['warnings', 'isAboveCap', 'challenge'];
const MONO: readonly string[] = ['address', 'memo', 'sendId', 'orderId', 'txHash', 'transfer', 'apiKeyId'];
const CODES: readonly string[] = ['kind', 'closes', 'target', 'outcome', 'state', 'explanation'];

function linesOf(intl: IntlShape, coinText: CoinText, facts: Facts, prefix: string): Definition[] {
  const { amount, instrument, ...others } = facts;
  const isMoney = typeof amount === 'string' && typeof instrument === 'string';
  const money: Definition[] = isMoney
    ? [{ id: `${prefix}amount`, term: fieldName(intl, 'amount'), detail: <b>{coinText(amount, instrument)}</b> }]
    : [];
  const rest = Object.entries(isMoney ? others : facts).filter(([name, value]) => !HIDDEN.includes(name) && isShown(value));
  return [...money, ...rest.flatMap(([name, value]) => lineOf(intl, coinText, name, value, `${prefix}${name}`))];
}

function lineOf(intl: IntlShape, coinText: CoinText, name: string, value: unknown, id: string): Definition[] {
  const term = fieldName(intl, name);
  if (isFacts(value)) return linesOf(intl, coinText, value, `${id}.`).map((line) => ({ ...line, tone: 'part' as const }));
  if (Array.isArray(value) && value.some(isFacts)) {
    return value.flatMap((one: unknown, index) =>
      isFacts(one) ? linesOf(intl, coinText, one, `${id}.${index}.`) : [{ id: `${id}.${index}`, term, detail: String(one) }],
    );
  }
  return [{ id, term, detail: detailOf(intl, name, value) }];
}

function detailOf(intl: IntlShape, name: string, value: unknown): React.ReactNode {
  if (name === 'usdValue' && typeof value === 'string') return <Usd amount={value} />;
  if (Array.isArray(value)) {
    return value.map((one) => (name === 'fields' ? documentName(intl, String(one)) : String(one))).join(', ');
  }
  if (typeof value === 'boolean') return intl.formatMessage({ id: value ? 'console.yes' : 'console.no' });
  const text = String(value);
  if (isTime(name) && text.includes('T')) return clockText(Date.parse(text));
  if (name === 'field') return documentName(intl, text);
  if (name === 'reason') return reasonText(intl, text);
  if (CODES.includes(name)) return name === 'kind' ? kindName(intl, text) : stateName(intl, text);
  return MONO.includes(name) ? <span className={`mono ${styles['whole']}`}>{text}</span> : text;
}

const isFacts = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isShown = (value: unknown): boolean => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

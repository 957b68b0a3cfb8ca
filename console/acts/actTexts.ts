import type { IntlShape } from 'react-intl';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import type { MessageId } from '../../renderer/i18n/messages.ts';
import type { ActRequest } from '../stores/ActStore.ts';

type FiringAlert = ConsoleOutput<'pulse'>['alerts'][number];
type Intl = Pick<IntlShape, 'formatMessage' | 'messages'>;

/** Returns the text of a code of the host; the code itself if the texts do not have it. */
function textOf({ formatMessage, messages }: Intl, id: string, code: string): string {
  return Object.hasOwn(messages, id) ? formatMessage({ id: id as MessageId }) : code;
}

export const actName = (intl: Intl, act: string): string => textOf(intl, `console.act.${act}`, act);
/** The name of an act that is offered, with what it does: `all` stands for every network. */
export function offerName(intl: Intl, { act, input }: Pick<ActRequest, 'act' | 'input'>): string {
  const name = textOf(intl, `console.act.${act}.${String(input['isOn'])}`, actName(intl, act));
  return input['network'] === 'all' ? intl.formatMessage({ id: 'console.actOfAll' }, { act: name }) : name;
}
export const refusalText = (intl: Intl, code: string): string => textOf(intl, `console.refused.${code}`, code);
export const warningText = (intl: Intl, code: string): string => textOf(intl, `console.warning.${code}`, code);
export const fieldName = (intl: Intl, name: string): string => textOf(intl, `console.field.${name}`, name);
export const kindName = (intl: Intl, kind: string): string => textOf(intl, `console.kind.${kind}`, kind);
export const kindHelp = (intl: Intl, kind: string): string => textOf(intl, `console.kindHelp.${kind}`, kind);
export const stateName = (intl: Intl, state: string): string => textOf(intl, `console.state.${state}`, state);
export const eventName = (intl: Intl, kind: string): string => textOf(intl, `console.event.${kind}`, kind);
export const purchaseEventName = (intl: Intl, kind: string): string => textOf(intl, `console.purchases.event.${kind}`, kind);
/** What a setting decides: the host says it in English. */
export const settingText = (intl: Intl, { name, text }: { name: string; text: string }): string =>
  textOf(intl, `console.setting.${name}`, text);
/** What fires: the host says it in English. */
export function alertText({ formatMessage, messages }: Intl, { rule, concerns, text }: FiringAlert): string {
  const id = `console.alert.${rule}`;
  return Object.hasOwn(messages, id) ? formatMessage({ id: id as MessageId }, { label: concerns ?? '' }) : text;
}
export const foundBy = (intl: Intl, match: string): string => textOf(intl, `console.foundBy.${match}`, match);
export const reasonText = (intl: Intl, code: string): string =>
  textOf(intl, `console.reason.${code}`, textOf(intl, `console.verification.reason.${code}`, code));
/** A photo of a document, or the details */
export const documentName = (intl: Intl, field: string): string => textOf(intl, `console.verification.${field}`, field);

import type { ContextMenuParams, MenuItemConstructorOptions, WebContents } from 'electron';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import { systemText, type SystemTextId } from '../texts.ts';
import { isAppUrl } from './appUrl.ts';

type Item = MenuItemConstructorOptions;

/** Where the customer has clicked. */
type Place = Pick<ContextMenuParams, 'linkURL' | 'isEditable' | 'selectionText' | 'editFlags'>;

interface ContextMenuOptions {
  locale: LocaleCode;
  contents: Pick<WebContents, 'cut' | 'copy' | 'paste' | 'selectAll'>;
  /** The website, to which a link to a page of the app is copied: "https://exchange.example.org" */
  siteUrl: string;
  writeText: (text: string) => void;
}

/** Returns the menu of a right-click: editing in a field, copying of a selection or a link. Empty where there is nothing to do. */
export function contextMenuTemplate(place: Place, { locale, contents, siteUrl, writeText }: ContextMenuOptions): Item[] {
  const { linkURL, isEditable, selectionText, editFlags } = place;
  const item = (id: string, text: SystemTextId, enabled: boolean, click: () => void): Item => ({
    id,
    label: systemText(locale, text),
    enabled,
    click,
  });
  const link = linkOf(linkURL, siteUrl);
  const copy = item('copy', 'system.menu.copy', editFlags.canCopy, () => contents.copy());
  const selectAll = item('selectAll', 'system.menu.selectAll', editFlags.canSelectAll, () => contents.selectAll());
  const groups: Item[][] = [
    link === null ? [] : [item('copyLink', 'system.menu.copyLink', true, () => writeText(link))],
    isEditable
      ? [
          item('cut', 'system.menu.cut', editFlags.canCut, () => contents.cut()),
          copy,
          item('paste', 'system.menu.paste', editFlags.canPaste, () => contents.paste()),
          selectAll,
        ]
      : selectionText.trim() === ''
        ? []
        : [copy, selectAll],
  ];
  return groups
    .filter((items) => items.length > 0)
    .flatMap((items, index): Item[] => (index === 0 ? items : [{ type: 'separator' }, ...items]));
}

/** Returns the address that another program can open; null without one. Nobody else knows the app's own scheme. */
function linkOf(url: string, siteUrl: string): string | null {
  if (isAppUrl(url)) {
    const { pathname, search, hash } = new URL(url);
    return siteUrl + pathname + search + hash;
  }
  return /^(?:https?|mailto):/i.test(url) ? url : null;
}

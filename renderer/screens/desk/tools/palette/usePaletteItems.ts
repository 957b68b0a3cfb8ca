import { GROUPS, matches, wordsOf, type Group, type PaletteItem } from './paletteItem.ts';
import { useActionItems, useAddressItems, useAlertItems, usePageItems } from './useActionItems.tsx';
import { useExchangeItems } from './useExchangeItems.tsx';
import { useOrderItems } from './useOrderItems.tsx';

interface ItemGroup {
  group: Group;
  items: PaletteItem[];
  /** Place of its first item among all items */
  first: number;
}

/** Returns what the text finds, by group; without a text, everything. Call it in an observer. */
export function usePaletteItems(query: string): ItemGroup[] {
  const { items: exchanges, isExchange } = useExchangeItems(query);
  const others = [...useOrderItems(query), ...useAlertItems(), ...useAddressItems(), ...useActionItems(), ...usePageItems()];
  const searched = wordsOf(query);
  // An exchange names two coins. An order or an address of either is of interest.
  const isFound = (item: PaletteItem): boolean => searched.length === 0 || matches(item, searched, isExchange);
  const ofPair = exchanges.filter((item) => isExchange || isFound(item));
  const found = [...ofPair, ...others.filter(isFound)];
  const groups = GROUPS.map((group) => ({ group, items: found.filter((item) => item.group === group) }));
  const shown = groups.filter(({ items }) => items.length > 0);
  return shown.map(({ group, items }, place) => ({
    group,
    items,
    first: shown.slice(0, place).reduce((count, before) => count + before.items.length, 0),
  }));
}

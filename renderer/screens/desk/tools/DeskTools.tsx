import { observer } from 'mobx-react-lite';
import { lazy, Suspense, type ComponentType, type LazyExoticComponent } from 'react';
import { toolsOf, type OpenTool } from '../../../stores/desk/ToolStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { PassDrop } from './PassDrop.tsx';
import { useShortcuts } from './useShortcuts.ts';

type Tool<Name extends OpenTool['name']> = ComponentType<{
  data: Extract<OpenTool, { name: Name }>['data'];
  onClose: () => void;
}>;

/** The tools by name. The code of each is loaded on first use, from the app itself. */
const TOOLS: { [Name in OpenTool['name']]?: LazyExoticComponent<Tool<Name>> } = {
  orderPass: lazy(async () => ({ default: (await import('./OrderPassDialog.tsx')).OrderPassDialog })),
  preferences: lazy(async () => ({ default: (await import('./PreferencesDialog.tsx')).PreferencesDialog })),
  shortcuts: lazy(async () => ({ default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog })),
};

/** The tools of the trading window: command palette, address book, alerts, order passes, shortcuts. */
export const DeskTools = observer(() => {
  const tools = toolsOf(useStores());
  useShortcuts();
  const { current } = tools;
  const Open = current && (TOOLS[current.name] as ComponentType<{ data: unknown; onClose: () => void }> | undefined);
  return (
    <>
      <PassDrop />
      <Suspense fallback={null}>{Open && <Open key={current.name} data={current.data} onClose={tools.close} />}</Suspense>
    </>
  );
});

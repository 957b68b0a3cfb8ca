import { useEffect, useMemo } from 'react';
import type { ConsoleInput } from '../../contract/console/routes.ts';
import { useStores } from '../../renderer/StoresContext.tsx';
import { consoleGroup } from '../stores/consoleGroup.ts';
import { PanelStore, type ReadCall } from '../stores/PanelStore.ts';

interface PanelOptions {
  /** The list of the pulse that says when the data change */
  list?: string;
  /** Default: 15 s */
  everyMs?: number;
}

const DEFAULT_MS = 15_000;

/** Returns the data of a panel, for as long as it is shown. Another input is another panel. */
export function usePanel<Name extends ReadCall>(
  name: Name,
  input: ConsoleInput<Name>,
  { list, everyMs = DEFAULT_MS }: PanelOptions = {},
): PanelStore<Name> {
  const { call, clock, platform, watch } = useStores(consoleGroup);
  const key = JSON.stringify(input);
  const panel = useMemo(
    () => new PanelStore({ call, clock, platform, watch, name, input: JSON.parse(key) as ConsoleInput<Name>, list, everyMs }),
    [call, clock, platform, watch, name, key, list, everyMs],
  );
  useEffect(() => panel.start(), [panel]);
  return panel;
}

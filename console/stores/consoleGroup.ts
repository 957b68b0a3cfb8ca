import { storeGroup } from '../../renderer/stores/storeGroup.ts';
import { callConsole } from './consoleCalls.ts';
import { ActStore } from './ActStore.ts';
import { WatchStore } from './WatchStore.ts';

/** The stores of the operators' console. */
export const consoleGroup = storeGroup(({ platform, clock, instruments }) => {
  const call = callConsole(platform.transport);
  const watch = new WatchStore({ call, platform, clock, instruments });
  return { call, watch, acts: new ActStore({ call, now: () => clock.now(), onDone: () => watch.refresh() }) };
});

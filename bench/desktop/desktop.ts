import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { FLAGS } from '../../scripts/commands.mjs';
import { median, type Figure } from '../measure.ts';
import { startServer } from '../server/process.ts';
import type { DesktopResult } from './client.ts';
import { weighScripts } from './scripts.ts';

/** Measures the desktop's main process, with a counter in place of windows, against bare `ws` and axios doing the same. */
export async function measureDesktop(): Promise<Figure[]> {
  const host = await startServer('bench/desktop/host.ts');
  try {
    const parameters = [...FLAGS, '--expose-gc', 'bench/desktop/client.ts', host.origin];
    const { stdout } = await promisify(execFile)(process.execPath, parameters);
    const scripts = await weighScripts();
    return [
      ...costs(JSON.parse(stdout) as DesktopResult),
      {
        name: 'desktop: JavaScript of the trading window',
        unit: 'kB',
        ours: scripts.desktop / 1_000,
        floor: scripts.exchangePage / 1_000,
        target: { kind: 'atMostFloor', times: 1 },
        note: 'floor: the exchange page of the website; both without what they load later',
      },
    ];
  } finally {
    await host.stop();
  }
}

function costs({ message, call, heap }: DesktopResult): Figure[] {
  return [
    {
      name: 'desktop: processor time of a rate message',
      unit: 'µs',
      ours: median(message.ours),
      floor: median(message.floor),
      target: { kind: 'atMostFloor', times: 1.5 },
      note: '500 subscriptions; floor: bare ws that parses and writes the message',
    },
    {
      name: 'desktop: processor time of a call',
      unit: 'µs',
      ours: median(call.ours),
      floor: median(call.floor),
      target: { kind: 'atMostFloor', times: 1.5 },
      note: 'floor: bare axios with JSON.parse',
    },
    {
      name: 'desktop: heap after 500,000 messages',
      unit: 'MB',
      ours: heap.after / 1_000_000,
      floor: heap.before / 1_000_000,
      target: { kind: 'atMostFloor', times: 1.05 },
      note: 'floor: before them',
    },
  ];
}

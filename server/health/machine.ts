import { statfs } from 'node:fs/promises';
import { repeat } from '../common/repeat.ts';
import type { Logger } from '../common/log.ts';

/** The machine as this process sees it. Shares from 0 to 1. */
export interface MachineState {
  diskFreeShare: number;
  /** null while the disk does not fill, and in the first hour */
  diskDaysLeft: number | null;
  /** Of our clock from that of the service at HEARTBEAT_URL; null without one */
  clockOffsetSeconds: number | null;
}

/** Reads the machine's disk every minute, so that alerts and metrics need no file system. */
export interface MachineMonitor {
  read(): Promise<void>;
  last(): MachineState | null;
  /** Notes how far the clock is from another one, in seconds. */
  noteClock(offsetSeconds: number): void;
  start(): Promise<() => Promise<void>>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The pace of filling is that of so many hours: a backup or an update of the system lasts minutes. */
const WINDOW_MS = 6 * HOUR_MS;
const READ_EVERY_MS = 60_000;
const KEPT_EVERY_MS = 5 * 60_000;

interface Reading {
  at: number;
  freeBytes: number;
}

export function createMachineMonitor({
  directory,
  log,
  now = Date.now,
  readDisk = statfs,
}: {
  directory: string;
  log: Logger;
  now?: () => number;
  readDisk?: (path: string) => Promise<{ bavail: number; blocks: number; bsize: number }>;
}): MachineMonitor {
  let readings: Reading[] = [];
  let disk: Pick<MachineState, 'diskFreeShare' | 'diskDaysLeft'> | null = null;
  let clockOffsetSeconds: number | null = null;

  const read = async (): Promise<void> => {
    const { bavail, blocks, bsize } = await readDisk(directory);
    const reading = { at: now(), freeBytes: bavail * bsize };
    readings = readings.filter(({ at }) => reading.at - at <= WINDOW_MS);
    if (reading.at - (readings.at(-1)?.at ?? 0) >= KEPT_EVERY_MS) readings.push(reading);
    disk = { diskFreeShare: bavail / blocks, diskDaysLeft: daysLeft(readings[0] ?? reading, reading) };
  };
  const onError = (error: unknown): void => log.warn({ err: error }, 'the free space of the disk could not be read');
  return {
    read,
    last: () => disk && { ...disk, clockOffsetSeconds },
    noteClock: (offset) => {
      clockOffsetSeconds = offset;
    },
    start: async () => {
      await read().catch(onError);
      return repeat(read, { pauseMs: READ_EVERY_MS, pausesFirst: true, onError });
    },
  };
}

function daysLeft(first: Reading, last: Reading): number | null {
  const filled = first.freeBytes - last.freeBytes;
  if (last.at - first.at < HOUR_MS || filled <= 0) return null;
  return (last.freeBytes * (last.at - first.at)) / filled / DAY_MS;
}

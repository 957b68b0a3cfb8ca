import { expect, test } from 'vitest';
import { createLogger } from '../common/log.ts';
import { createMachineMonitor } from './machine.ts';
import { createRecentAnswers } from './recentAnswers.ts';

const HOUR = 3_600_000;

test('says how full the disk is, and when it will be full at its pace', async () => {
  let at = 1_000 * HOUR;
  let bavail = 500;
  const readDisk = async () => await Promise.resolve({ bavail, blocks: 1_000, bsize: 1_000 });
  const machine = createMachineMonitor({ directory: '.', log: createLogger('silent'), now: () => at, readDisk });
  expect(machine.last()).toBeNull();
  await machine.read();
  expect(machine.last()).toEqual({ diskFreeShare: 0.5, diskDaysLeft: null, clockOffsetSeconds: null });
  at += 2 * HOUR;
  bavail = 480;
  await machine.read();
  // 20 of the 480 blocks are used in two hours.
  expect(machine.last()).toMatchObject({ diskFreeShare: 0.48, diskDaysLeft: 2 });
  at += 7 * HOUR;
  await machine.read();
  expect(machine.last()?.diskDaysLeft).toBeNull();
  machine.noteClock(-3);
  expect(machine.last()?.clockOffsetSeconds).toBe(-3);
});

test('counts the answers of five minutes, and takes two errors for no failing host', () => {
  let at = 0;
  const answers = createRecentAnswers(() => at);
  for (let count = 0; count < 97; count += 1) answers.add(200);
  answers.add(500);
  answers.add(503);
  expect(answers.errorShare()).toBe(0);
  answers.add(500);
  expect(answers.errorShare()).toBeCloseTo(0.03);
  at = 4 * 60_000;
  for (let count = 0; count < 100; count += 1) answers.add(404);
  expect(answers.errorShare()).toBeCloseTo(0.015);
  at = 5 * 60_000;
  expect(answers.errorShare()).toBe(0);
});

import type { Closures } from '../instruments/availability.ts';

/**
 * Pauses the coins of networks that an alarm of the books concerns, and no others (D26). Alarms that concern everything are
 * TECHNICAL_DIFFICULTIES of the service instead.
 */
export interface AlarmClosures extends Closures {
  /** Names what the open alarms concern. Until it is called, nothing is closed. */
  watch(alarmParts: () => readonly string[]): void;
}

export function createAlarmClosures(): AlarmClosures {
  let alarmParts: () => readonly string[] = () => [];
  return {
    watch: (read) => {
      alarmParts = read;
    },
    reasonFor: (_instrument, network) => (alarmParts().includes(network) ? 'MAINTENANCE' : null),
  };
}

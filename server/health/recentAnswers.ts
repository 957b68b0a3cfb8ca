const MINUTE_MS = 60_000;
const MINUTES = 5;
/** One or two failed requests of a quiet night are not a failing host. */
const LEAST_ERRORS = 3;

interface Minute {
  minute: number;
  all: number;
  errors: number;
}

/** Counts the answers of the last five minutes, minute by minute. */
export function createRecentAnswers(now: () => number = Date.now) {
  let minutes: Minute[] = [];
  const recent = (): Minute[] => {
    const first = Math.floor(now() / MINUTE_MS) - MINUTES + 1;
    minutes = minutes.filter(({ minute }) => minute >= first);
    return minutes;
  };
  return {
    add(status: number): void {
      const minute = Math.floor(now() / MINUTE_MS);
      const last = minutes.at(-1);
      const counted = last?.minute === minute ? last : { minute, all: 0, errors: 0 };
      if (counted !== last) minutes = [...recent(), counted];
      counted.all += 1;
      if (status >= 500) counted.errors += 1;
    },
    /** Share of the answers with 5xx, from 0 to 1; 0 below three of them */
    errorShare(): number {
      const counted = recent();
      const errors = counted.reduce((total, minute) => total + minute.errors, 0);
      const all = counted.reduce((total, minute) => total + minute.all, 0);
      return errors < LEAST_ERRORS ? 0 : errors / all;
    },
  };
}

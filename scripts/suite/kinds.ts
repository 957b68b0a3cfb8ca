/** A kind of tests. */
interface Kind {
  name: string;
  /** Matches the path of its files, relative to the repository. The first kind that matches counts. */
  files: RegExp;
  /**
   * How many seconds its files may take together, on an otherwise idle machine with two cores. Together the goals fit into 15 minutes of three
   * workers, less the checks.
   */
  goalSeconds: number;
}

export const KINDS: readonly Kind[] = [
  { name: 'browser', files: /^tests\/e2e\//, goalSeconds: 650 },
  { name: 'desktop', files: /^tests\/desktop\//, goalSeconds: 250 },
  { name: 'drills', files: /^tests\/drills\//, goalSeconds: 60 },
  { name: 'integration', files: /^tests\/integration\//, goalSeconds: 300 },
  { name: 'component', files: /\.test\.tsx$/, goalSeconds: 150 },
  { name: 'server', files: /^server\//, goalSeconds: 650 },
  { name: 'rest', files: /^/, goalSeconds: 250 },
];

/** A kind that takes so many times its goal is reported: it has grown, not met a busy machine. */
const TOO_LONG = 1.5;

/** A test file, by its path relative to the repository, and how long it took */
export interface TimedFile {
  path: string;
  seconds: number;
  tests: number;
}

/** Returns a line for each kind that ran: its files, tests and seconds; and which of them take 1.5 times their goal or longer. */
export function linesByKind(files: readonly TimedFile[]): string[] {
  const kindOf = ({ path }: TimedFile): Kind | undefined => KINDS.find((kind) => kind.files.test(path));
  return KINDS.flatMap((kind) => {
    const own = files.filter((file) => kindOf(file) === kind);
    if (own.length === 0) return [];
    const seconds = own.reduce((sum, file) => sum + file.seconds, 0);
    const tests = own.reduce((sum, file) => sum + file.tests, 0);
    const warning = seconds >= kind.goalSeconds * TOO_LONG ? '  TOO LONG for an idle machine with two cores' : '';
    return [
      `${seconds.toFixed(0).padStart(7)} s of ${String(kind.goalSeconds).padStart(3)}  ${kind.name.padEnd(12)}${own.length} files, ${tests} tests${warning}`,
    ];
  });
}

/** Returns a line for each of the slowest files, the slowest first. */
export function linesOfSlowest(files: readonly TimedFile[], count: number): string[] {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
  return slowest.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
}

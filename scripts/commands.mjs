/** Plain JavaScript, because boot.mjs runs with any Node. */
export const FLAGS = ['--disable-warning=ExperimentalWarning'];

/**
 * A server keeps what it made long or not at all: a young generation of 4 MB instead of 16, and an old one that is collected when it
 * has grown by two fifths, not when it has doubled. With 5,000 customers who read rates that is a third less memory, for no
 * processor time that could be measured.
 */
const HEAP_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=40'];

/** The entry files of the bundle in `dist/server/`, by command. `testHost` is the host of drills and tests, and no part of a release. */
export const BUNDLED = {
  start: 'scripts/start.ts',
  api: 'scripts/api.ts',
  operator: 'scripts/operator.ts',
  reconcile: 'scripts/reconcile.ts',
  verify: 'scripts/verify.ts',
  testHost: 'tests/support/startHost.ts',
};
const HOSTS = ['start', 'api', 'testHost'];

const OF_HOSTS = [...Object.keys(BUNDLED), 'build', 'dev', 'messenger'];

/** Returns whether a command needs packages of tests, tools or the desktop app too, the `devDependencies`. */
export const needsDevelopmentPackages = (command, words) =>
  !OF_HOSTS.includes(command) || (command === 'build' && words.includes('desktop'));

const BUILDS_NEEDED = {
  start: ['server', 'site'],
  messenger: ['site'],
  drill: ['server'],
  desktop: ['site', 'desktop'],
  desktopPackage: ['desktop'],
};

/** Returns the names of the builds that a command needs, of those in `builds/stamps.mjs`. */
export const buildsFor = (command) => BUILDS_NEEDED[command] ?? (Object.hasOwn(BUNDLED, command) ? ['server'] : []);

/** Returns the arguments with which Node runs a command: its flags, and the file in the bundle or the source. */
export function nodeArguments(command) {
  if (!Object.hasOwn(BUNDLED, command)) return [...FLAGS, `scripts/${command}.ts`];
  // In node_modules, Node would not warn of what libraries use.
  return [
    ...FLAGS,
    '--disable-warning=DEP0040',
    '--enable-source-maps',
    ...(HOSTS.includes(command) ? HEAP_FLAGS : []),
    `dist/server/${command}.js`,
  ];
}

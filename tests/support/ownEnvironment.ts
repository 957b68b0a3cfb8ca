/** What the test runner says of itself in the environment; a site or a build that heard it would be another than the customer's. */
const RUNNER = ['NODE_ENV', 'VITEST', 'VITEST_MODE', 'TEST', 'MODE', 'DEV', 'PROD', 'SSR', 'BASE_URL'];

/** The environment as the person has it who started the tests. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !RUNNER.includes(name)));
}

/** Variables that the test runner sets. A site or a build that inherits them would differ from the customer's. */
const RUNNER = ['NODE_ENV', 'VITEST', 'VITEST_MODE', 'TEST', 'MODE', 'DEV', 'PROD', 'SSR', 'BASE_URL'];

/** Returns the environment of the person who started the tests, without the variables of the test runner. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !RUNNER.includes(name)));
}

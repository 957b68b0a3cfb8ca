import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createConsoleRoutes } from '../../../console/consoleRoutes.tsx';
import { consoleGroup } from '../../../console/stores/consoleGroup.ts';
import type { ConsoleCall, ConsoleInput, ConsoleOutput } from '../../../contract/console/routes.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import { createApp } from '../../../renderer/createApp.tsx';
import { sampleAccount } from '../samples/sampleAccount.ts';
import { sampleConsoleSession, samplePulse } from '../samples/sampleConsole.ts';
import { sampleReport } from '../samples/sampleReport.ts';
import { loadTestMessages } from '../samples/messages.ts';
import { createFakePlatform } from './fakePlatform.ts';

/** What the host answers to the calls of the console. */
export type ConsoleAnswers = {
  [Name in ConsoleCall]?: (input: ConsoleInput<Name>) => ConsoleOutput<Name> | Promise<ConsoleOutput<Name>>;
};

/** The console at an address below its base, on a fake platform. Calls without an answer fail as a silent host does. */
export async function renderConsole(path: string, answers: ConsoleAnswers = {}, locale: LocaleCode = 'en') {
  const all: ConsoleAnswers = {
    session: () => sampleConsoleSession,
    pulse: () => samplePulse(),
    report: sampleReport,
    reserves: () => ({ reserves: [] }),
    speed: () => ({ median: { today: 660, before: 720 }, slowTenth: { today: 1_860 } }),
    ...answers,
  };
  const named = Object.fromEntries(Object.entries(all).map(([name, answer]) => [`console.${name}`, answer]));
  const fake = createFakePlatform(
    { 'users.accountData': () => ({ ...sampleAccount, userId: 1, hasSecondFactor: true }), ...named },
    { session: { exists: true, onRenewed: () => () => undefined } },
  );
  const { stores, Providers } = createApp({
    platform: fake.platform,
    clock: { now: () => Date.now() },
    locale,
    messages: await loadTestMessages(locale),
    loadMessages: loadTestMessages,
    theme: null,
    buildId: 'test',
    snapshot: null,
  });
  await stores.session.refetch();
  const stop = consoleGroup(stores).watch.start();
  const router = createMemoryRouter(createConsoleRoutes(), { initialEntries: [path] });
  const view = render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  return {
    ...view,
    router,
    fake,
    stop,
    inputsOf: (name: ConsoleCall) =>
      fake.calls.filter((call) => (call.name as string) === `console.${name}`).map(({ input }) => input),
  };
}

import { spawn } from 'node:child_process';
import { ConfigurationError } from '../server/settings/configurationError.ts';
import { failCommand } from './failCommand.ts';
import { findElectron } from './desktopPackages/electronBinary.ts';
import { startSite } from './site/startSite.ts';
import { ENDING_SIGNALS } from './site/stopOnSignals.ts';

const NO_ELECTRON = `Electron's program is missing: npm installs the package electron without it.
Download it from github.com:     npx install-electron
Or name a copy of version 45:    ELECTRON=/path/to/electron npm run desktop`;

/** `npm run desktop`: the app from `out/`, with the host that API_URL names, or a host of its own. Both end together. */
async function runDesktop(): Promise<void> {
  const electron = findElectron();
  if (!electron) throw new ConfigurationError(NO_ELECTRON);
  const site = process.env['API_URL'] ? null : await startSite();
  for (const line of site?.lines ?? []) console.log(line);

  const app = spawn(electron.path, ['.', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...(site && { API_URL: site.address }) },
  });
  const end = async (code: number): Promise<void> => {
    await site?.stop();
    process.exit(code);
  };
  app.on('error', (error) => {
    console.error(`${electron.name} could not be started: ${error.message}`);
    void end(1);
  });
  app.on('exit', (code) => void end(code ?? 1));
  for (const signal of ENDING_SIGNALS) process.on(signal, () => app.kill(signal));
}

await runDesktop().catch(failCommand);

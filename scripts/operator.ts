import { join } from 'node:path';
import { runAlertCommand } from '../server/alerts/alertCommand.ts';
import { createChannels } from '../server/alerts/channels/createChannels.ts';
import { createChainPorts } from '../server/createPorts.ts';
import { findBackupCommand } from '../server/backup/backupCommands.ts';
import { openExistingDatabase } from '../server/db/openDatabase.ts';
import { parseEnvironment } from '../server/env.ts';
import { readOperatorSettings } from '../server/operator/settings/operatorSettings.ts';
import { loadDocumentSigner } from '../server/guarantee/signingKeys.ts';
import { OPERATOR_FILE } from '../server/health/operatorFile.ts';
import { loadIdentityKey } from '../server/identity/identityKey.ts';
import { createSeals } from '../server/identity/seals.ts';
import { loadCatalogue } from '../server/instruments/loadCatalogue.ts';
import { createLogger } from '../server/common/log.ts';
import { currentUser, formatUsage, runOperatorCommand } from '../server/operator/cli/runOperatorCommand.ts';
import { failCommand } from './failCommand.ts';

/** Runs one operator command with the host's configuration. The host may be running or stopped. */
try {
  const environment = parseEnvironment(process.env);
  const log = createLogger('warn');
  const words = process.argv.slice(2);
  if (words[0] === 'alerts') {
    const { createSmtpMailer } = await import('../server/ports/mail/smtp/smtpMailer.ts');
    const mailer = environment.smtp && createSmtpMailer(environment.smtp);
    const channels = await createChannels(environment.alerts, { mailer, messenger: environment.messenger });
    console.log((await runAlertCommand(words.slice(1), { brand: environment.brandName, channels })) ?? formatUsage());
    process.exit(0);
  }
  const backup = findBackupCommand(words);
  const catalogue = loadCatalogue();
  if (backup) {
    const { realNetworks } = environment;
    const networks =
      realNetworks.length > 0
        ? realNetworks.map(({ networkSlug }) => networkSlug)
        : [...catalogue.networks.values()].filter(({ family }) => family !== 'fiat').map(({ slug }) => slug);
    const context = { environment, networks, systemUser: currentUser(), log, now: Date.now };
    console.log((await backup.run(context, words.slice(1))) ?? formatUsage());
    process.exit(0);
  }
  const database = await openExistingDatabase(environment, log);
  // The commands read transactions and fees only, which needs no market price.
  const { gateways } = await createChainPorts(environment, { catalogue, database, usdPrice: () => undefined, log });
  const operatorFile = join(environment.dataDirectory, OPERATOR_FILE);
  const signer = await loadDocumentSigner(environment);
  const { settings: environmentSettings, siteOrigin } = environment;
  const { payoutCaps: caps } = readOperatorSettings(environmentSettings);
  const openSeals = async () => createSeals(await loadIdentityKey(environment));
  const site = { environmentSettings, siteOrigin, operatorFile, openSeals };
  const context = { database, catalogue, gateways, signer, caps, now: Date.now, ...site };
  console.log(await runOperatorCommand(context, words));
  await database.destroy();
} catch (error) {
  failCommand(error);
}

import { randomBytes, randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import { failCommand } from './failCommand.ts';
import { startBotStandIn } from './messenger/botStandIn.ts';
import { hostPage } from './messenger/hostPage.ts';
import { launchParameters } from './messenger/launchParameters.ts';
import { freePort } from './site/freePort.ts';
import { startSite } from './site/startSite.ts';
import { stopOnSignals } from './site/stopOnSignals.ts';

/**
 * `npm run messenger`: the site, and a page that frames its mini-app as the messenger's web client does. It signs init data with the bot's
 * token itself, so it needs no messenger. Its query chooses `language`, `theme`, `version` and `startapp`. The bot talks to a stand-in of
 * the Bot API, and the page shows what it writes.
 */
/** The bot writes in the language with which a customer came first, so each language has its own. */
const USERS = { en: 1_000_001, ru: 1_000_002 } as const;

const port = await freePort();
const botToken = (process.env['TELEGRAM_BOT_TOKEN'] ||=
  `${randomInt(100_000_000, 999_999_999)}:${randomBytes(26).toString('base64url')}`);
const telegram = await startBotStandIn(botToken);
process.env['TELEGRAM_APP'] = 'https://t.me/local_bot/app';
process.env['TELEGRAM_API_URL'] = telegram.apiUrl;
process.env['MESSENGER_ORIGINS'] = `http://localhost:${port}`;
const { address, lines, stop } = await startSite().catch(failCommand);

const page = createServer((request, response) => {
  const asked = new URL(request.url ?? '/', 'http://localhost').searchParams;
  const theme = asked.get('theme') === 'dark' ? 'dark' : 'light';
  const language = asked.get('language') === 'ru' ? 'ru' : 'en';
  const startParameter = asked.get('startapp');
  const launch = launchParameters({
    botToken,
    openedAt: Date.now(),
    user: { id: USERS[language], language },
    theme,
    version: asked.get('version') ?? '9.0',
    ...(startParameter !== null && { startParameter }),
  });
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(hostPage({ appUrl: `${address}/tg${launch}`, theme, chatUrl: telegram.chatUrl(String(USERS[language])) }));
});
page.listen(port, 'localhost');
for (const line of lines) console.log(line);
console.log(`The mini-app in its host page: http://localhost:${port}/?language=en&theme=light`);
stopOnSignals(async () => {
  page.close();
  await stop();
  await telegram.close();
});

import type { PairData } from '../contract/api/rates.ts';
import { LIVE_PATH, type LiveMessage, type LiveRequest } from '../contract/live.ts';
import type { Browser } from 'playwright';
import { CPU_THROTTLING, percentile, spread, type Bench, type Figure } from './measure.ts';
import { untilPainted } from './paint.ts';
import { coldVisit, waitUntilAlive } from './visit.ts';

const KEYSTROKES = 20;
const PAUSE_MS = 500;
const LIMIT_MS = 170;

/** Measures the time from a key to the painted quote with an API that answers at once: the page's own part. */
export async function measureQuoting({ exchange, browser }: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const cpuThrottling of [1, CPU_THROTTLING]) {
    const samples = await typeAndAsk(browser, exchange, cpuThrottling);
    figures.push({
      name: `key to painted quote${cpuThrottling === 1 ? '' : `, ${cpuThrottling} × slower CPU`}`,
      unit: 'ms',
      ours: percentile(samples, 0.5),
      floor: null,
      target: { kind: 'atMost', value: LIMIT_MS },
      note: spread(samples),
    });
  }
  return figures;
}

async function typeAndAsk(browser: Browser, exchange: string, cpuThrottling: number): Promise<number[]> {
  const { page, close } = await coldVisit(browser, { cpuThrottling });
  const template = await readQuote(exchange);
  let answer = 1_000;
  await page.routeWebSocket(`**${LIVE_PATH}`, (socket) => {
    socket.onMessage((text) => {
      const { event, data } = JSON.parse(text.toString()) as LiveRequest;
      if (event !== 'pairs.rates') return;
      const { rateMode, claimedDepositAmount, subscriptionId } = data;
      const reply: LiveMessage = {
        channel: 'pairs',
        event: 'pairs.rates',
        // An amount that no estimate has, so that the quote can be told from the estimate.
        data: { ...template, rateMode, claimedDepositAmount, amountToGive: claimedDepositAmount, amountToGet: `${answer}.5` },
        ...(subscriptionId !== undefined && { subscriptionId }),
      };
      socket.send(JSON.stringify(reply));
    });
  });
  await page.goto(exchange);
  await waitUntilAlive(page, '#exchange-send');
  await page.click('#exchange-send');
  await page.keyboard.press('End');
  await page.waitForTimeout(2_000);
  const samples: number[] = [];
  for (let count = 0; count < KEYSTROKES; count += 1) {
    answer += 1;
    const key = count % 2 === 0 ? String(1 + (count % 9)) : 'Backspace';
    const watch = { event: 'keydown', on: '#exchange-send', watch: ['#exchange-receive'], until: `${answer}.5` } as const;
    samples.push(await untilPainted(page, watch, () => page.keyboard.press(key)));
    await page.waitForTimeout(PAUSE_MS);
  }
  await close();
  return samples;
}

async function readQuote(exchange: string): Promise<PairData> {
  const [, instrumentFromSlug = '', instrumentToSlug = ''] = new URL(exchange).pathname.split('-');
  const address = new URL('/api/v2/rates/public/one', exchange);
  address.search = new URLSearchParams({
    instrumentFromSlug,
    instrumentToSlug,
    rateMode: 'FLOATING',
    claimedDepositAmount: '0.05',
    claimedDepositAmountCurrency: instrumentFromSlug,
    exchangeType: 'crypto',
  }).toString();
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`No quote to build on: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as PairData;
}

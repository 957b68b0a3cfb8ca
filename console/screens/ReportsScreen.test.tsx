import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderConsole } from '../../tests/support/browser/renderConsole.tsx';
import { CONSOLE_NOW } from '../../tests/support/samples/sampleConsole.ts';
import { sampleReport } from '../../tests/support/samples/sampleReport.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  stops.splice(0).forEach((stop) => stop());
});

async function open(locale: 'en' | 'ru' = 'en') {
  vi.useFakeTimers({ now: Date.parse(CONSOLE_NOW), toFake: ['Date'] });
  const console = await renderConsole(
    '/reports',
    { report: sampleReport, exportReport: () => ({ name: 'report.csv', text: 'day' }) },
    locale,
  );
  stops.push(console.stop);
  return console;
}

describe('the reports', () => {
  it('show 30 days by day and by coin, beside the days before', async () => {
    const { inputsOf, container } = await open();
    await screen.findByText('btc to usdttrc20');
    expect(inputsOf('report')).toEqual([{ from: '2026-10-22', to: '2026-11-20' }]);
    const days = within(screen.getByRole('table', { name: 'By day, UTC' }));
    expect(days.getAllByRole('row').map((row) => row.textContent)).toEqual([
      expect.stringContaining('Volume'),
      '2026-11-2021 refunded$120,000.00$500.50$20.00$30.25$100.00−$12.50',
      '2026-10-2221 refunded$30,000.00$250.00$20.00$30.25$100.00$640.25',
    ]);
    expect(container.textContent).toContain('+50 % on the days before');
    expect(container.textContent).toContain('−50 % on the days before');
    expect(screen.getByText('btc to usdttrc20').parentElement?.textContent).toBe('btc to usdttrc2038 %');
    const coin = within(screen.getByRole('table', { name: 'By coin' })).getAllByRole('row')[1];
    expect(coin?.textContent).toContain('2.5$150,000.00–');
  });

  it('read other periods by keyboard, and none that is empty', async () => {
    const { inputsOf } = await open();
    const choice = await screen.findByRole('radio', { name: '30 days' });
    choice.focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => inputsOf('report').at(-1)).toEqual({ from: '2026-08-23', to: '2026-11-20' });
    await userEvent.keyboard('{ArrowRight}');
    const [first, last] = [screen.getByLabelText('First day'), screen.getByLabelText('Last day')];
    await userEvent.clear(first);
    await userEvent.type(first, '2026-11-01');
    await expect.poll(() => inputsOf('report').at(-1)).toEqual({ from: '2026-11-01', to: '2026-11-20' });
    await userEvent.clear(last);
    await userEvent.type(last, '2026-10-31');
    expect(await screen.findByText('Choose 1 to 366 days.')).toBeTruthy();
    expect(inputsOf('report').at(-1)).toEqual({ from: '2026-11-01', to: '2026-11-20' });
  });

  it('save the table of the host as a file', async () => {
    const { inputsOf, fake } = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Save as CSV' }));
    await expect
      .poll(() => fake.saved)
      .toEqual([{ name: 'report-2026-10-22-2026-11-20.csv', text: 'day', mediaType: 'text/csv' }]);
    expect(inputsOf('exportReport')).toEqual([{ from: '2026-10-22', to: '2026-11-20' }]);
  });

  it('are translated', async () => {
    const { container } = await open('ru');
    await screen.findByRole('table', { name: 'По дням, UTC' });
    expect(container.textContent).not.toMatch(/console\.|Volume|Revenue|days/);
  });
});

import { render } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import type { AppStores } from '../../stores/createAppStores.ts';
import { StoresContext } from '../../StoresContext.tsx';
import { LocalTime } from './LocalTime.tsx';

const NOW = Date.parse('2026-11-29T12:00:00Z');

function show(at: string): HTMLElement | null {
  const stores = { clock: { now: () => NOW } } as AppStores;
  const { container } = render(
    <IntlProvider locale="en">
      <StoresContext value={stores}>
        <LocalTime at={at} format="dateTime" />
      </StoresContext>
    </IntlProvider>,
  );
  return container.querySelector('time');
}

it('has the year unless it is this one, and the zone in its title', () => {
  expect(show('2026-11-20T10:50:00.000Z')?.textContent).toMatch(/^Nov 20, \d\d:50$/);
  const old = show('2024-11-20T10:50:00.000Z');
  expect(old?.textContent).toMatch(/^Nov 20, 2024, \d\d:50$/);
  expect(old?.title).toMatch(/^November 20, 2024 at \d+:50:00 [AP]M .+/);
});

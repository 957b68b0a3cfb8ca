import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { CoinList, type CoinListProps } from './CoinList.tsx';

const COINS = Array.from({ length: 3_000 }, (_, index) => `coin${index}`);
const PAUSED = 'coin2';

function Held(props: Partial<CoinListProps>) {
  const [query, setQuery] = useState('');
  const [network, setNetwork] = useState<string | null>(null);
  const found = COINS.filter((id) => id.includes(query));
  return (
    <CoinList
      sections={[
        { id: 'recent', title: 'Recent', ids: query ? [] : ['coin7'] },
        { id: 'all', title: 'All', ids: found },
      ]}
      describe={(id) => ({
        logo: { ticker: id },
        ticker: id.toUpperCase(),
        place: 'on TRON',
        detail: 'TRC-20',
        unavailableReason: id === PAUSED ? 'Network under maintenance' : undefined,
      })}
      selectedId={null}
      query={query}
      onQueryChange={setQuery}
      networks={{ networks: [{ id: 'tron', title: 'TRON' }], value: network, onChange: setNetwork }}
      onChoose={() => undefined}
      text={{
        search: 'Search',
        placeholder: 'Ticker',
        clear: 'Clear',
        list: 'Coins',
        networks: 'Networks',
        allNetworks: 'All networks',
      }}
      status={`${found.length} matches`}
      empty="No coin is called that"
      {...props}
    />
  );
}

function search(): HTMLElement {
  return screen.getByRole('combobox', { name: 'Search' });
}

/** Returns the active option, which a screen reader announces. */
function activeOption(): HTMLElement | null {
  return document.getElementById(search().getAttribute('aria-activedescendant') ?? '');
}

async function press(keys: string): Promise<void> {
  const user = userEvent.setup();
  await user.click(search());
  await user.keyboard(keys);
}

describe('CoinList', () => {
  it('renders only visible rows of thousands and exposes their total', () => {
    render(<Held />);
    const options = screen.getAllByRole('option');
    expect(options.length).toBeLessThan(40);
    expect(options[0]?.getAttribute('aria-setsize')).toBe('3001');
  });

  it('starts at the named row, and at the first match of a search', async () => {
    render(<Held startId="coin3" />);
    expect(activeOption()?.textContent).toContain('COIN3');
    await press('coin12');
    expect(activeOption()?.textContent).toContain('COIN12');
    await userEvent.clear(search());
    expect(activeOption()?.textContent).toContain('COIN3');
  });

  it('starts at the first row and wraps around with the arrow keys', async () => {
    render(<Held />);
    expect(activeOption()?.textContent).toContain('COIN7');
    await press('{ArrowDown}{ArrowDown}');
    expect(activeOption()?.textContent).toContain('COIN1');
    await press('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(activeOption()?.textContent).toContain('COIN2999');
    await press('{ArrowDown}');
    expect(activeOption()?.textContent).toContain('COIN7');
  });

  it('starts at the selected row, even if the coins load later', async () => {
    const coins = (ids: string[]) => ({ sections: [{ id: 'all', title: 'All', ids }], selectedId: 'coin3' });
    const { rerender } = render(<Held {...coins([])} />);
    rerender(<Held {...coins(COINS)} />);
    expect(activeOption()?.textContent).toContain('COIN3');
    await press('{ArrowDown}');
    expect(activeOption()?.textContent).toContain('COIN4');
  });

  it('moves with End, Home and Page Down', async () => {
    render(<Held />);
    await press('{End}');
    expect(activeOption()?.getAttribute('aria-posinset')).toBe('3001');
    await press('{Home}{PageDown}');
    expect(Number(activeOption()?.getAttribute('aria-posinset'))).toBeGreaterThan(5);
    await press('{PageUp}');
    expect(activeOption()?.getAttribute('aria-posinset')).toBe('1');
  });

  it('chooses the active row with Enter', async () => {
    const choose = vi.fn();
    render(<Held onChoose={choose} />);
    await press('{ArrowDown}{Enter}');
    expect(choose).toHaveBeenCalledExactlyOnceWith('coin0');
  });

  it('chooses the pressed row and keeps the focus in the search', async () => {
    const choose = vi.fn();
    render(<Held onChoose={choose} />);
    const user = userEvent.setup();
    await user.click(search());
    await user.click(screen.getByRole('option', { name: /COIN3 / }));
    expect(choose).toHaveBeenCalledExactlyOnceWith('coin3');
    expect(document.activeElement).toBe(search());
  });

  it('does not choose an unavailable row and shows why', async () => {
    const choose = vi.fn();
    const refuse = vi.fn();
    render(<Held onChoose={choose} onChooseUnavailable={refuse} />);
    await press('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(activeOption()?.getAttribute('aria-disabled')).toBe('true');
    expect(activeOption()?.textContent).toContain('Network under maintenance');
    await press('{Enter}');
    expect(choose).not.toHaveBeenCalled();
    expect(refuse).toHaveBeenCalledExactlyOnceWith(PAUSED);
  });

  it('returns to the first match on every keystroke', async () => {
    render(<Held />);
    await press('{End}');
    await press('coin29');
    expect(screen.getByRole('status').textContent).toBe('111 matches');
    expect(activeOption()?.textContent).toContain('COIN29');
    expect(activeOption()?.getAttribute('aria-posinset')).toBe('1');
  });

  it('shows an empty result without an active row', async () => {
    render(<Held />);
    await press('bitcoin?');
    expect(screen.getByText('No coin is called that')).toBeTruthy();
    expect(search().hasAttribute('aria-activedescendant')).toBe(false);
    await press('{Enter}{ArrowDown}');
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('clears the search with its button', async () => {
    render(<Held />);
    await press('coin29');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByRole('status').textContent).toBe('3000 matches');
  });

  it('offers the networks as one choice', async () => {
    const change = vi.fn();
    render(<Held networks={{ networks: [{ id: 'tron', title: 'TRON' }], value: null, onChange: change }} />);
    const group = within(screen.getByRole('group', { name: 'Networks' }));
    expect(group.getByRole<HTMLInputElement>('radio', { name: 'All networks' }).checked).toBe(true);
    await userEvent.setup().click(group.getByRole('radio', { name: 'TRON' }));
    expect(change).toHaveBeenCalledExactlyOnceWith('tron');
  });
});

import { ownValue } from '../../contract/tables/ownValue.ts';
/** A colour of sRGB: red, green and blue from 0 to 255 */
type Colour = readonly [number, number, number];

/** What small text needs against its ground (WCAG AA), and what the edge of a control needs. */
const TEXT_CONTRAST = 4.5;
const EDGE_CONTRAST = 3;
const STEPS = 20;
const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];

/**
 * Returns our design tokens in the colours of the messenger's theme, whose names are those of its protocol. A colour of text is mixed with
 * the theme's main colour of text until it can be read. Null if the theme names no ground and text.
 */
export function messengerTheme(theme: Readonly<Record<string, string | undefined>>): {
  scheme: 'light' | 'dark';
  tokens: Readonly<Record<string, string>>;
} | null {
  const colour = (...names: readonly string[]): Colour | null => {
    for (const name of names) {
      const found = parse(ownValue(theme, name));
      if (found) return found;
    }
    return null;
  };
  const surface = colour('section_bg_color', 'bg_color');
  const text = colour('text_color');
  if (!surface || !text) return null;
  const ground = colour('secondary_bg_color', 'bg_color') ?? surface;
  const isDark = contrast(surface, WHITE) > contrast(surface, BLACK);
  const well = mix(surface, text, 0.05);
  const grounds = [surface, ground, well];
  const ink = readable(text, isDark ? WHITE : BLACK, grounds, TEXT_CONTRAST);
  const toInk = (from: Colour, least = TEXT_CONTRAST): Colour => readable(from, ink, grounds, least);
  const accent = toInk(colour('link_color', 'accent_text_color', 'button_color') ?? text);
  const hint = colour('hint_color', 'subtitle_text_color') ?? mix(text, surface, 0.4);
  const tokens: Record<string, Colour> = {
    '--ground': ground,
    '--surface': surface,
    '--well': well,
    '--well-strong': mix(surface, text, 0.09),
    '--line': mix(surface, text, 0.12),
    '--line-strong': mix(surface, text, 0.24),
    '--line-control': toInk(mix(surface, text, 0.4), EDGE_CONTRAST),
    '--ink': ink,
    '--ink-2': toInk(mix(hint, text, 0.6)),
    '--ink-3': toInk(mix(hint, text, 0.3)),
    '--accent': accent,
    '--accent-hover': mix(accent, ink, 0.2),
    '--accent-ink': contrast(accent, WHITE) > contrast(accent, BLACK) ? WHITE : BLACK,
    '--accent-soft': mix(surface, accent, 0.08),
  };
  return {
    scheme: isDark ? 'dark' : 'light',
    tokens: Object.fromEntries(Object.entries(tokens).map(([name, value]) => [name, `rgb(${value.map(Math.round).join(' ')})`])),
  };
}

/** Returns the relation of two colours' luminance, from 1 to 21 (WCAG). */
export function contrast(one: Colour, other: Colour): number {
  const [least = 0, most = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (most + 0.05) / (least + 0.05);
}

/** Mixes `from` with `to` as little as its contrast with all grounds needs. */
function readable(from: Colour, to: Colour, grounds: readonly Colour[], least: number): Colour {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mix(from, to, step / STEPS);
    if (grounds.every((ground) => contrast(mixed, ground) >= least)) return mixed;
  }
  return to;
}

const mix = (from: Colour, to: Colour, share: number): Colour => {
  const part = (index: 0 | 1 | 2): number => from[index] * (1 - share) + to[index] * share;
  return [part(0), part(1), part(2)];
};

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parse(text: string | undefined): Colour | null {
  const digits = /^#([0-9a-f]{6})$/i.exec(text ?? '')?.[1];
  if (digits === undefined) return null;
  const part = (from: number): number => Number.parseInt(digits.slice(from, from + 2), 16);
  return [part(0), part(2), part(4)];
}

import { describe, expect, it } from 'vitest';
import { judgePhoto, type GrayPicture } from './photoQuality.ts';

const [WIDTH, HEIGHT] = [320, 200];
const GOOD = { isDark: false, isBlurred: false, hasGlare: false, isFar: false };

/** A card with lines of text, on a table. `size`: its share of the picture. */
function card(size: number, paper = 200, ink = 40): GrayPicture {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(110);
  const [left, top] = [(WIDTH * (1 - size)) / 2, (HEIGHT * (1 - size)) / 2];
  for (let y = Math.ceil(top); y < HEIGHT - top; y += 1) {
    for (let x = Math.ceil(left); x < WIDTH - left; x += 1) {
      const isText = y % 8 < 3 && x % 5 < 2;
      pixels[y * WIDTH + x] = isText ? ink : paper;
    }
  }
  return { pixels, width: WIDTH, height: HEIGHT };
}

/** Averages over a square, as a lens out of focus does. */
function blurred({ pixels, width, height }: GrayPicture, radius: number): GrayPicture {
  const result = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [sum, count] = [0, 0];
      for (let dy = -radius; dy <= radius; dy += 1) {
        for (let dx = -radius; dx <= radius; dx += 1) {
          const [nx, ny] = [x + dx, y + dy];
          if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
          sum += pixels[ny * width + nx] ?? 0;
          count += 1;
        }
      }
      result[y * width + x] = sum / count;
    }
  }
  return { pixels: result, width, height };
}

const withLamp = (picture: GrayPicture): GrayPicture => {
  for (let y = 60; y < 100; y += 1) picture.pixels.fill(255, y * WIDTH + 100, y * WIDTH + 160);
  return picture;
};

describe('judgePhoto', () => {
  it('finds nothing wrong with a sharp card that fills the picture', () => {
    expect(judgePhoto(card(0.9))).toEqual(GOOD);
  });

  it('finds a blurred card', () => {
    expect(judgePhoto(blurred(card(0.9), 4))).toMatchObject({ isBlurred: true });
  });

  it('finds a dark card', () => {
    const dark = card(0.9, 50, 5);
    dark.pixels.forEach((pixel, index) => (dark.pixels[index] = pixel / 3));
    expect(judgePhoto(dark)).toMatchObject({ isDark: true });
  });

  it('finds the reflection of a lamp, and none in white paper', () => {
    expect(judgePhoto(withLamp(card(0.9)))).toEqual({ ...GOOD, hasGlare: true });
    expect(judgePhoto(card(0.9, 255))).toEqual(GOOD);
  });

  it('finds a card that is far away', () => {
    expect(judgePhoto(card(0.4))).toEqual({ ...GOOD, isFar: true });
  });

  it('does not call an empty picture far away', () => {
    const pixels = new Uint8Array(WIDTH * HEIGHT).fill(128);
    expect(judgePhoto({ pixels, width: WIDTH, height: HEIGHT })).toEqual({ ...GOOD, isBlurred: true });
  });
});

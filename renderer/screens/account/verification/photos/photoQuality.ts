/** A picture in shades of grey, one byte for each pixel, row by row */
export interface GrayPicture {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** What is probably wrong with a photo. It only warns: a person decides. */
export const FLAWS = ['isDark', 'isBlurred', 'hasGlare', 'isFar'] as const;
export type Flaw = (typeof FLAWS)[number];
export type PhotoQuality = Readonly<Record<Flaw, boolean>>;

/** Below this mean brightness text is hard to read. */
const DARK = 60;
/** The variance of the Laplacian of a picture with this many pixels on its long side. Text in focus has hundreds. */
const SHARP_VARIANCE = 60;
export const JUDGED_LONG_SIDE = 640;
/** Pixels that a lamp has burnt out, and the share of them that is a reflection. More is white paper. */
const BURNT = 252;
const [LEAST_GLARE, MOST_GLARE] = [0.008, 0.25];
/** A change of brightness that is an edge */
const EDGE = 24;
/** Without edges nothing is known about the size of what is shown. */
const LEAST_EDGES = 0.002;
/** Below this share of width and height, what is shown is far away. The outermost edges do not count: they are a background. */
const NEAR = 0.55;
const OUTERMOST = 0.03;

/** Judges a photo of a document or a face. */
export function judgePhoto(picture: GrayPicture): PhotoQuality {
  const { pixels, width, height } = picture;
  const edges = edgesOf(picture);
  let sum = 0;
  let burnt = 0;
  for (const pixel of pixels) {
    sum += pixel;
    if (pixel >= BURNT) burnt += 1;
  }
  const count = width * height;
  const glare = burnt / count;
  return {
    isDark: sum / count < DARK,
    isBlurred: edges.variance < SHARP_VARIANCE,
    hasGlare: glare > LEAST_GLARE && glare < MOST_GLARE,
    isFar: edges.count / count > LEAST_EDGES && edges.across < NEAR && edges.down < NEAR,
  };
}

/** Returns the variance of the Laplacian, how many pixels are edges, and the share of width and height that has them. */
function edgesOf({ pixels, width, height }: GrayPicture) {
  const columns = new Uint32Array(width);
  const rows = new Uint32Array(height);
  let [sum, squares, count] = [0, 0, 0];
  const at = (index: number): number => pixels[index] ?? 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const index = y * width + x;
      const value = 4 * at(index) - at(index - 1) - at(index + 1) - at(index - width) - at(index + width);
      sum += value;
      squares += value * value;
      if (Math.abs(value) < EDGE) continue;
      count += 1;
      columns[x] = (columns[x] ?? 0) + 1;
      rows[y] = (rows[y] ?? 0) + 1;
    }
  }
  const inner = Math.max(1, (width - 2) * (height - 2));
  const mean = sum / inner;
  return { variance: squares / inner - mean * mean, count, across: spread(columns, count), down: spread(rows, count) };
}

/** Returns the share of a side between the outermost edges. */
function spread(counts: Uint32Array, total: number): number {
  const place = (share: number): number => {
    let passed = 0;
    return counts.findIndex((count) => (passed += count) >= share * total);
  };
  return (place(1 - OUTERMOST) - place(OUTERMOST)) / counts.length;
}

import { writeFile } from 'node:fs/promises';
import { encode } from 'uqr';

const WIDTH = 640;
const HEIGHT = 480;
/** Pixels per module of the code. */
const SCALE = 8;

/** Writes a video for Chromium's `--use-file-for-fake-video-capture`: a camera that looks at a QR code. */
export async function writeCameraFile(path: string, text: string): Promise<void> {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const left = Math.floor((WIDTH - size * SCALE) / 2);
  const top = Math.floor((HEIGHT - size * SCALE) / 2);
  // YUV 4:2:0: one byte of brightness per pixel, then two planes of colour, here grey.
  const frame = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const isDark = data[Math.floor((y - top) / SCALE)]?.[Math.floor((x - left) / SCALE)] ?? false;
      frame[y * WIDTH + x] = isDark ? 16 : 235;
    }
  }
  await writeFile(path, Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`), frame]));
}

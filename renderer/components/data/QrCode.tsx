import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './QrCode.module.css';

/** Width of the quiet zone that the standard requires, in modules. */
const QUIET_ZONE = 4;

/** A QR code, dark on white in both themes, because every camera reads that. `title` describes its content. */
export function QrCode({ value, title }: { value: string; title: string }) {
  const { path, size } = useMemo(() => qrPath(value), [value]);
  return (
    <svg className={styles['code']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={title} shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#0d1b22" d={path} />
    </svg>
  );
}

/** One rectangle for each run of dark modules in a row. */
function qrPath(value: string): { path: string; size: number } {
  const { data, size } = encode(value, { ecc: 'M', border: QUIET_ZONE });
  const runs = data.flatMap((row, y) => {
    const line = row.map((dark) => (dark ? '1' : '0')).join('');
    return Array.from(line.matchAll(/1+/g), (run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`);
  });
  return { path: runs.join(''), size };
}

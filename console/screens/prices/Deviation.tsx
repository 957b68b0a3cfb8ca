import list from '../../parts/list.module.css';

/** A deviation in percent. From 1 % on it is worth a look: it is shown, nothing is computed with it. */
export function Deviation({ percent }: { percent: string | null }) {
  if (percent === null) return '–';
  const isFar = /^-?[1-9]/.test(percent);
  return (
    <span className={isFar ? list['late'] : undefined}>
      {percent.startsWith('-') ? percent.replace('-', '\u2212') : `+${percent}`}
      {'\u00a0%'}
    </span>
  );
}

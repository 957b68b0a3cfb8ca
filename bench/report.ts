import { isMet, limitOf, type Figure, type Unit } from './measure.ts';

const DIGITS: Readonly<Record<Unit, number>> = {
  ms: 0,
  µs: 1,
  USD: 2,
  kB: 1,
  MB: 1,
  points: 0,
  shift: 4,
  'per second': 0,
  share: 3,
  cores: 2,
  litoshi: 0,
};
const WITHOUT_UNIT: readonly Unit[] = ['points', 'shift', 'share'];
const HEADINGS = ['figure', 'ours', 'floor', 'ratio', 'target', 'met'] as const;

/** Returns the table that `npm run bench` prints. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    write(figure.ours, figure.unit),
    figure.floor === null ? '' : write(figure.floor, figure.unit),
    figure.floor ? (figure.ours / figure.floor).toFixed(2) : '',
    target(figure),
    { true: 'yes', false: 'NO', null: '' }[String(isMet(figure)) as 'true' | 'false' | 'null'],
  ]);
  const widths = HEADINGS.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return [line(HEADINGS), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** Returns the notes of the figures and a sentence for each missed target. */
export function remarks(figures: readonly Figure[]): string {
  const missed = figures.filter((figure) => isMet(figure) === false);
  const judged = figures.filter((figure) => isMet(figure) !== null);
  return [
    ...figures.flatMap(({ name, note }) => (note ? [`${name}: ${note}`] : [])),
    '',
    missed.length === 0
      ? `All ${judged.length} targets are met.`
      : `${missed.length} of ${judged.length} targets are MISSED:\n${missed.map(sentence).join('\n')}`,
  ].join('\n');
}

function sentence(figure: Figure): string {
  return `  ${figure.name}: ${write(figure.ours, figure.unit)}, wanted ${target(figure)}`;
}

function target(figure: Figure): string {
  const limit = limitOf(figure);
  if (limit === null || figure.target === null) return '';
  return `${figure.target.kind.startsWith('atMost') ? '≤' : '≥'} ${write(limit, figure.unit)}`;
}

function write(value: number, unit: Unit): string {
  const figure = value.toFixed(DIGITS[unit]);
  return WITHOUT_UNIT.includes(unit) ? figure : `${figure} ${unit === 'per second' ? '/s' : unit}`;
}

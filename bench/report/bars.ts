export type Bar = { name: string; value: number; low: number; high: number };

const [width, left, right, barHeight, gap, top] = [760, 330, 120, 20, 12, 40];

/** Horizontal bars as an SVG, each with its figure and a line over the middle half of the rounds. `mark` draws a line at a value to reach. */
export function barsSvg(title: string, bars: readonly Bar[], mark?: number): string {
  const most = Math.max(...bars.map(({ high }) => high), mark ?? 0);
  const x = (value: number) => left + (value / most) * (width - left - right);
  const height = top + bars.length * (barHeight + gap) + gap;
  const rows = bars.map(({ name, value, low, high }, i) => {
    const y = top + i * (barHeight + gap);
    const middle = y + barHeight / 2;
    return `  <text x="${left - 8}" y="${middle + 4}" text-anchor="end">${escaped(name)}</text>
  <rect x="${left}" y="${y}" width="${round(x(value) - left)}" height="${barHeight}" fill="#4c78a8"/>
  <line x1="${round(x(low))}" x2="${round(x(high))}" y1="${middle}" y2="${middle}" stroke="#111" stroke-width="2"/>
  <text x="${round(x(Math.max(value, high)) + 8)}" y="${middle + 4}">${figure(value)}</text>`;
  });
  const markLine =
    mark === undefined
      ? []
      : [`  <line x1="${round(x(mark))}" x2="${round(x(mark))}" y1="${top - 8}" y2="${height - gap}" stroke="#c33" stroke-dasharray="4"/>`];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" fill="#111">
  <rect width="${width}" height="${height}" fill="#fff"/>
  <text x="${gap}" y="22" font-weight="bold">${escaped(title)}</text>
${[...rows, ...markLine].join('\n')}
</svg>
`;
}

export const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);

const round = (value: number) => Math.round(value * 10) / 10;
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

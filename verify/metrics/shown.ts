/** One time series as Prometheus tells it from others: its name and labels. */
export type Series = { name: string; labels: Record<string, string> };

/** The time series of the project's own metrics in `page`. Those of the client library depend on what the process happens to hold. */
export function ownSeries(page: string): Series[] {
  const lines = page.split('\n').filter((line) => /^(rest_stop|gen_ai)_/.test(line));
  return lines.map((line) => {
    const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    return { name, labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value])) };
  });
}

/** The names of the project's own metrics in `page`, whether they have a value yet or not. */
export function ownNames(page: string): string[] {
  return [...page.matchAll(/^# TYPE ((?:rest_stop|gen_ai)_\w+) /gm)].map(([, name]) => name as string);
}

type Row = { name: string; labels: string[]; shownBy: string };

/** The rows of the table in docs/operations/metrics.md. */
export function tableOf(markdown: string): Row[] {
  return [...markdown.matchAll(/^\| `(\w+)` \| ([^|]*) \| ([^|]*) \|/gm)].map(([, name = '', labels = '', shownBy = '']) => ({
    name,
    labels: labels.split(', ').filter((label) => label !== '–'),
    shownBy,
  }));
}

import type { Route } from '@rest-stop/contracts/route.ts';

/** The route's path as readers of documentation know it: `/seminars/{slug}/attend`. */
export function pathTemplate({ path }: Pick<Route, 'path'>): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

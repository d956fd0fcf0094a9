import { awakeDeadline, deadline } from '@rest-stop/runtime/deadline.ts';

/** The result of `work`. Throws `late()` after `ms` milliseconds. */
export function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return orLate(deadline, ms, work, late);
}

/** As `within`, but time in which this process was held up does not count. */
export function withinAwake<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return orLate(awakeDeadline, ms, work, late);
}

function orLate<T>(set: typeof deadline, ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = set(ms, () => reject(late()));
    work.then(resolve, reject).finally(cancel);
  });
}

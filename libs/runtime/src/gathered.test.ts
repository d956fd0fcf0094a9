import { describe, expect, it } from 'vitest';
import { gathered } from './gathered.ts';

/** Answers each question with its double when it is let, and writes down what it was asked. */
function held() {
  const asked: number[][] = [];
  let under = Promise.withResolvers<void>();
  const ask = async (questions: number[]) => {
    asked.push(questions);
    await under.promise;
    return new Map(questions.filter((question) => question > 0).map((question) => [question, 2 * question]));
  };
  const begun = async (times: number) => {
    while (asked.length < times) await new Promise(setImmediate);
  };
  const end = (failure?: Error) => {
    const ended = under;
    under = Promise.withResolvers();
    if (failure) ended.reject(failure);
    else ended.resolve();
  };
  return { ask, asked, begun, end };
}

describe('gathered questions', () => {
  it('are asked at once as long as nothing is under way, and then together, each once', async () => {
    const { ask, asked, begun, end } = held();
    const answer = gathered(ask);
    const first = answer(1);
    await begun(1);
    const later = Promise.all([answer(2), answer(3), answer(2), answer(-1)]);
    end();
    expect(await first).toBe(2);
    await begun(2);
    end();
    expect(await later).toEqual([4, 6, 4, undefined]);
    expect(asked).toEqual([[1], [2, 3, -1]]);
  });

  it('are not answered by a call that began before them, though it asks the same', async () => {
    const { ask, asked, begun, end } = held();
    const answer = gathered(ask);
    const first = answer(1);
    await begun(1);
    const second = answer(1);
    end();
    await first;
    await begun(2);
    end();
    await second;
    expect(asked).toEqual([[1], [1]]);
  });

  it('fail together, and those after them do not', async () => {
    const { ask, begun, end } = held();
    const answer = gathered(ask);
    const failed = Promise.allSettled([answer(1), answer(2)]);
    await begun(1);
    const next = answer(3);
    end(new Error('gone'));
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await begun(2);
    end();
    expect(await next).toBe(6);
  });
});

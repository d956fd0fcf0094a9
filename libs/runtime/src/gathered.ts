/**
 * Answers many questions of one kind by one call of `ask` at a time, each for all that came while the one before was under way: what they cost does
 * not grow with their number. A question is answered by a call that began after it; a failure reaches all who waited for that call.
 * @param ask answers questions, each given once; what it leaves out has no answer
 */
export function gathered<Q, A>(ask: (questions: Q[]) => Promise<ReadonlyMap<Q, A>>): (question: Q) => Promise<A | undefined> {
  let next: { questions: Set<Q>; answers: Promise<ReadonlyMap<Q, A>> } | undefined;
  let free: Promise<unknown> = Promise.resolve();

  function gather() {
    const questions = new Set<Q>();
    const answers = free.then(() => {
      next = undefined;
      return ask([...questions]);
    });
    free = answers.catch(() => {});
    return { questions, answers };
  }

  return async (question) => {
    const { questions, answers } = (next ??= gather());
    questions.add(question);
    return (await answers).get(question);
  };
}

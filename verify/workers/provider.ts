import { answer, type FakeCall, type Script, startFakeAi } from '@rest-stop/testing/fake-ai.ts';

/** One request that a worker made for a job. Times are those of `performance.now()`. */
export type Work = {
  worker: string;
  job: string;
  startedAt: number;
  /** When the reply was sent, or the worker gave up. */
  endedAt?: number;
  answered: boolean;
};

export type Provider = {
  baseUrl: string;
  work: Work[];
  /** How long each reply takes from now on, in milliseconds. */
  jobMs: number;
  /** What a job's reply says; by default which worker it was for. */
  textFor(work: Work): string;
  close(): Promise<void>;
};

const jobName = /job-[\w-]+/;

/** The text of a job: its name, and no rule, so that the worker has no reason to ask twice. */
export const contentOf = (job: string): string =>
  `The notes of ${job} say that the copy of the files is done and that the checksums agree.`;

/** A provider that answers after a set time and notes which worker asked for which job. Workers show their name as their key. */
export async function startProvider(jobMs: number): Promise<Provider> {
  const script: Script = (response, call, number) => {
    const work: Work = { worker: workerOf(call), job: jobOf(call), startedAt: performance.now(), answered: false };
    provider.work.push(work);
    response.on('close', () => {
      work.endedAt = performance.now();
      work.answered = response.writableFinished;
    });
    setTimeout(() => {
      if (!response.destroyed) void answer(provider.textFor(work))(response, call, number);
    }, provider.jobMs);
  };
  const { baseUrl, close } = await startFakeAi(script);
  const textFor = ({ job, worker }: Work) => `The copy of ${job} is done, says ${worker}.`;
  const provider: Provider = { baseUrl, work: [], jobMs, textFor, close };
  return provider;
}

function workerOf({ authorization }: FakeCall): string {
  return authorization?.replace('Bearer ', '') ?? '';
}

function jobOf({ body }: FakeCall): string {
  return jobName.exec(JSON.stringify(body['messages']))?.[0] ?? '';
}

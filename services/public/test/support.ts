import type { Format } from '@rest-stop/contracts/agent.ts';
import { describeEngine } from '@rest-stop/contracts/ai-worker.ts';
import { identityActivity, identityHealth, identityStats } from '@rest-stop/contracts/identity.ts';
import type { Rpc } from '@rest-stop/contracts/rpc.ts';
import { countAttendances, listReviews, stayActivity, stayHealth, stayStats } from '@rest-stop/contracts/stay/bus.ts';
import { memoryBus } from '@rest-stop/runtime/bus/memory.ts';
import { callerSigner } from '@rest-stop/runtime/http/caller.ts';
import { createLog } from '@rest-stop/runtime/log.ts';
import type { z } from 'zod';
import { publicApp } from '../src/app.ts';

const secrets = { current: ['a-secret-for-tests-of-32-characters'] };
const sign = callerSigner('public', secrets);
export const baseUrl = 'https://rest.example/v1';
export const operatorEmail = 'keeper@rest.example';
export const limits = { requests: 7, windowSeconds: 3_600, exemptForget: false, unusedAgentDays: 30, inactiveAgentDays: 0 };

/** The service on a bus on which the test answers for the other services. Its clock moves only by `pass`. */
export function publicService(inForce = limits) {
  const log = createLog('test', 'silent');
  const bus = memoryBus(log);
  let time = Date.parse('2026-11-20T10:00:00.000Z');
  const service = publicApp({ bus, log, secrets, operatorEmail, limits: inForce, now: () => new Date(time), steady: () => time });

  return {
    bus,
    pass: (ms: number) => void (time += ms),
    http: service.http,
    stop: () => service.close(),

    /** Answers `rpc` in place of its owner; returns a count of the calls. */
    answer<Q extends z.ZodType, A extends z.ZodType>(rpc: Rpc<Q, A>, reply: (request: z.output<Q>) => z.input<A> | Promise<z.input<A>>) {
      const asked = { times: 0 };
      bus.serve(rpc, { queue: 'test' }, async (request) => {
        asked.times++;
        return reply(request);
      });
      return asked;
    },

    /** Sends a request as the gateway does. */
    get(path: string, format: Format = 'verbose', more: Record<string, string> = {}) {
      const caller = { agent: null, format, seen_at: new Date().toISOString(), request_id: 'r-1', base_url: baseUrl };
      const { pathname, search } = new URL(path, baseUrl);
      const signed = sign({ ...caller, expires_at_ms: Date.now() + 60_000 }, { method: 'GET', path: pathname + search });
      return service.http.inject({ method: 'GET', url: path, headers: { ...more, ...signed } });
    },
  };
}

export type PublicService = ReturnType<typeof publicService>;

export const review = {
  agent_id: 'quiet-heron',
  parameter_class: 'large',
  rating: 5,
  title: null,
  body: null,
  created_at: '2026-11-19T08:00:00.000Z',
};

/** Answers every call as a healthy deployment would. */
export function everybodyAnswers(service: PublicService): void {
  service.answer(listReviews, () => ({ reviews: [review] }));
  service.answer(countAttendances, () => ({ counts: { 'travelling-light': 3 } }));
  service.answer(identityStats, () => ({ total_guests: 12, checked_in_last_24h: 4 }));
  service.answer(stayStats, () => ({ seminars_attended: 9, seminars_attended_last_24h: 2, defrags_run: 31, reviews_left: 5 }));
  service.answer(identityActivity, ({ since_hour }) => ({ hours: [{ hour: since_hour + 167, count: 4 }] }));
  service.answer(stayActivity, ({ since_hour }) => ({ hours: [{ hour: since_hour, count: 2 }] }));
  service.answer(identityHealth, () => ({ ok: true, db_latency_ms: 0.5 }));
  service.answer(stayHealth, () => ({ ok: true, db_latency_ms: 1.23456 }));
  service.answer(describeEngine, () => ({ engine: 'offline' as const, model: 'extractive-1' }));
}

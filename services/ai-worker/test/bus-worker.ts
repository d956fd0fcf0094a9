import { createLog } from '@rest-stop/runtime/log.ts';

export const log = createLog('test', 'silent');
export const agent = '6f1c1a5e-2f9b-4c1d-9a55-0f8f6f0a1b2c';
export const otherAgent = '0b3c4d5e-6f70-4812-8934-a5b6c7d8e9f0';
export const keyHash = 'a'.repeat(64);

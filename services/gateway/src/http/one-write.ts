import { isUtf8 } from 'node:buffer';
import type { HttpApp } from '@rest-stop/runtime/http/server.ts';

/** Above this, copying a body costs more than a second piece to write. */
const smallBytes = 16_384;

/** Makes Node write a small answer in one piece, its head and its body: it does that with strings only. The bytes stay the same. */
export function sendInOneWrite(app: HttpApp): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    const small = Buffer.isBuffer(payload) && payload.length <= smallBytes && isUtf8(payload);
    done(null, small ? payload.toString() : payload);
  });
}

// One side of @nestjs/microservices: `node nest.ts serve | call <url of NATS> <folder of the packages>`. Its decorators are called as the functions
// that they are: Node strips types, and nothing else.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { callWhenTold, reply, request, tellReady } from './side.ts';

const [side, url = '', folder = ''] = process.argv.slice(2);
const load = createRequire(join(folder, 'package.json'));
load('reflect-metadata');
const { Controller, Module } = load('@nestjs/common');
const { NestFactory } = load('@nestjs/core');
const { ClientProxyFactory, MessagePattern, Transport } = load('@nestjs/microservices');
const { firstValueFrom } = load('rxjs');

const { host, username: user, password: pass } = new URL(url);
const nats = { transport: Transport.NATS, options: { servers: [host], user, pass, queue: 'worker' } };
const subject = 'measured';

class Measured {
  answer() {
    return reply;
  }
}
MessagePattern(subject)(Measured.prototype, 'answer', Object.getOwnPropertyDescriptor(Measured.prototype, 'answer'));
Controller()(Measured);

/** A module is any class; a function is one, too. */
function App() {}
Module({ controllers: [Measured] })(App);

if (side === 'serve') {
  const app = await NestFactory.createMicroservice(App, { ...nats, logger: ['error', 'warn'] });
  await app.listen();
  tellReady();
} else {
  const client = ClientProxyFactory.create(nats);
  await client.connect();
  callWhenTold(() => firstValueFrom(client.send(subject, request)));
}

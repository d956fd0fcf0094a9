import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '@rest-stop/testing/servers/find-binary.ts';
import { onFreePort } from '@rest-stop/testing/servers/network.ts';
import { cpuMs, type Target } from '../proxy/process.ts';

export const hasNginx = (): boolean => findProgram('nginx') !== undefined;

/** nginx with one worker that asks `auth` about each request and passes it on to `upstream`. Its processor time includes that of `auth`. */
export async function startNginx(upstream: string, auth: Target): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-nginx-'));
  const port = await onFreePort(async (free) => {
    await writeFile(join(folder, 'nginx.conf'), settings(folder, free, new URL(upstream).host, auth.port));
    return free;
  });
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  await untilAnswers(port);
  const pid = child.pid ?? 0;
  const [worker = 0] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).trim().split(' ').map(Number);
  const close = async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    await auth.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { port, cpuMs: () => cpuMs(worker) + auth.cpuMs(), close };
}

const settings = (folder: string, port: number, upstream: string, auth: number) => `
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
  access_log ${folder}/access.log combined buffer=4k flush=1s;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 100000000;
  upstream service { server ${upstream}; keepalive 128; keepalive_requests 100000000; }
  upstream auth { server 127.0.0.1:${auth}; keepalive 128; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      auth_request /auth;
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
    location = /auth {
      internal;
      proxy_pass http://auth;
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      proxy_set_header Connection "";
      proxy_http_version 1.1;
    }
  }
}
`;

async function untilAnswers(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
    )
      return;
    await sleep(50);
  }
  throw new Error('nginx does not answer');
}

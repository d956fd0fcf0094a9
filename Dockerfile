# One image for every service: the command chooses which one runs. `npm start`, one process with a database in it, is not for containers:
# PGlite, npm and what tests and benches need stay outside.
# Both bases are arguments, so that a release is built from digests (.github/workflows/release.yml).
ARG NODE_IMAGE=node:24-trixie-slim
ARG BASE_IMAGE=debian:trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY libs/compress/package.json libs/compress/
COPY libs/contracts/package.json libs/contracts/
COPY libs/credentials/package.json libs/credentials/
COPY libs/runtime/package.json libs/runtime/
COPY libs/transcripts/package.json libs/transcripts/
COPY services/gateway/package.json services/gateway/
COPY services/identity/package.json services/identity/
COPY services/stay/package.json services/stay/
COPY services/ai-worker/package.json services/ai-worker/
COPY services/public/package.json services/public/
COPY embedded/package.json embedded/
# Source maps and types are for whoever writes code against a package; the licences stay.
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund \
 && rm -r node_modules/@electric-sql node_modules/@rest-stop/embedded embedded package-lock.json \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

COPY libs/compress/src libs/compress/src
COPY libs/compress/data libs/compress/data
COPY libs/contracts/src libs/contracts/src
COPY libs/credentials/src libs/credentials/src
COPY libs/credentials/data libs/credentials/data
COPY libs/runtime/src libs/runtime/src
COPY libs/transcripts/src libs/transcripts/src
COPY services services
COPY scripts/migrate.ts scripts/erasures-replay.ts scripts/server-users.ts scripts/bus-keys.ts scripts/ready.mjs scripts/early-signals.mjs scripts/

RUN mkdir -p embedded/src \
 && echo 'console.error("rest-stop: all services in one process (npm start) is not in this image: it runs from a checkout."); process.exit(1)' \
    > embedded/src/main.ts

# What Node makes of the code at a start is made once, here, by the user who will read it. Without settings each program loads all of its code and ends.
RUN install -d -o 1000 -g 1000 /app/.compiled
USER 1000:1000
RUN export NODE_ENV=production NODE_COMPILE_CACHE=/app/.compiled NODE_OPTIONS=--import=/app/scripts/early-signals.mjs; \
    for program in services/*/src/main.ts services/ai-worker/src/reading/thread.ts scripts/migrate.ts scripts/server-users.ts; do \
      node "$program" >/dev/null 2>&1 || true; \
    done; \
    test -n "$(ls .compiled)" && chmod -R a=rX .compiled

FROM ${BASE_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
# A base without a library that this Node needs (from 25 on libatomic) ends the build here, and not a service at its start.
RUN node --version
# New volumes take their owner from here: that of the erasure journal, and that of what NATS and Redis read of the services.
RUN install -d -o 1000 -g 1000 -m 700 /var/lib/rest-stop/erasures
RUN install -d -o 1000 -g 1000 -m 755 /var/lib/rest-stop/users
COPY --from=build --chown=0:0 /app /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 NODE_COMPILE_CACHE=/app/.compiled NODE_OPTIONS=--import=/app/scripts/early-signals.mjs
USER 1000:1000
EXPOSE 8080
ARG VERSION=
ARG REVISION=
LABEL org.opencontainers.image.title="rest-stop" org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}"
CMD ["node", "services/gateway/src/main.ts"]

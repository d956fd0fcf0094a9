# One image for every service: the command chooses which one runs.
FROM node:24-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /app

COPY package.json package-lock.json ./
COPY libs/compress/package.json libs/compress/
COPY libs/contracts/package.json libs/contracts/
COPY libs/runtime/package.json libs/runtime/
COPY libs/testing/package.json libs/testing/
COPY services/gateway/package.json services/gateway/
COPY services/identity/package.json services/identity/
COPY services/stay/package.json services/stay/
COPY services/ai-worker/package.json services/ai-worker/
COPY services/public/package.json services/public/
COPY embedded/package.json embedded/
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund && npm cache clean --force

COPY libs/compress/src libs/compress/src
COPY libs/compress/data libs/compress/data
COPY libs/contracts/src libs/contracts/src
COPY libs/runtime/src libs/runtime/src
COPY services services
COPY scripts/migrate.ts scripts/erasures-replay.ts scripts/server-users.ts scripts/bus-keys.ts scripts/ready.mjs scripts/

# New volumes take their owner from here: that of the erasure journal, and that of what NATS and Redis read of the services.
RUN install -d -o node -g node -m 700 /var/lib/rest-stop/erasures
RUN install -d -o node -g node -m 755 /var/lib/rest-stop/users
USER node
EXPOSE 8080
CMD ["node", "services/gateway/src/main.ts"]

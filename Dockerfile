# The service with the site, which docs/deployment.md sets up. With --target simulated-internet the simulated internet, for docs/serve.md.
FROM node:24-slim AS build
WORKDIR /netbox
COPY . .
RUN npm ci --loglevel=error && npm run build

# What the service needs at run time, without what builds it.
FROM node:24-slim AS dependencies
WORKDIR /netbox
COPY . .
RUN npm ci --omit=dev --omit=optional --workspace=@netbox/api --loglevel=error \
  && mkdir -p apps/api/node_modules

# The simulated internet for other containers, which join its network.
FROM node:24-slim AS simulated-internet
RUN apt-get update \
  && apt-get install --yes --no-install-recommends iproute2 nftables \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /netbox
COPY --from=build /netbox/apps/cli/package.json apps/cli/package.json
COPY --from=build /netbox/apps/cli/bin apps/cli/bin
COPY --from=build /netbox/apps/cli/dist apps/cli/dist
VOLUME /run/netbox
HEALTHCHECK --interval=1s --timeout=3s --start-period=30s CMD ["test", "-s", "/run/netbox/env"]
# It sets up addresses and packet filters, so it runs as root with the capability NET_ADMIN.
ENTRYPOINT ["node", "apps/cli/bin/netbox.cjs", "serve", "--container", "/run/netbox"]

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5000 DATA_DIR=/data
ENV NETBOX_ADMIN="docker compose exec netbox node --env-file=/run/secrets/netbox apps/api/dist/admin.js"
WORKDIR /netbox
COPY --from=dependencies /netbox/node_modules node_modules
COPY --from=dependencies /netbox/apps/api/node_modules apps/api/node_modules
COPY --from=build /netbox/apps/api/package.json apps/api/package.json
COPY --from=build /netbox/apps/api/dist apps/api/dist
COPY --from=build /netbox/apps/web/dist/site apps/web/dist/site
COPY --from=build /netbox/dist dist
RUN mkdir -m 0700 /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 5000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Settings come from the environment, and from a file of secrets where one is mounted.
CMD ["node", "--env-file-if-exists=/run/secrets/netbox", "apps/api/dist/main.js"]

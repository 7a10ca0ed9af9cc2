import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#server/start/checkout";
import { readCompose } from "#tests/support/production/compose";
import about from "../../package.json" with { type: "json" };

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** The release that the files are for: the coming one, between releases. */
const VERSION = about.version.replace(/-dev$/, "");
/** `OWNER`, or the account of a fork. */
const [, OWNER = ""] = /ghcr\.io\/([\w.-]+)\/form-intake:/.exec(read("compose.yaml")) ?? [];
const IMAGE = `ghcr.io/${OWNER}/form-intake:${VERSION}`;
const NAMED = `\${FORM_INTAKE_IMAGE:-${IMAGE}}`;

const FILES = globSync(
  ["{compose,render,fly,railway}*.{yaml,toml,json}", "deploy/**/*.*", "deploy/Dockerfile"],
  {
    cwd: ROOT,
  },
);

test.each([
  "compose.yaml",
  "compose.production.yaml",
  "deploy/coolify.yaml",
  "deploy/dokploy/form-intake/docker-compose.yml",
])("%s takes the service's image from one variable, with the release's as its default", (file) => {
  const ours = [...read(file).matchAll(/^ *image: (.*form-intake.*)$/gim)].map(
    ([, image]) => image,
  );
  expect(ours.length).toBeGreaterThan(0);
  expect(new Set(ours)).toEqual(new Set([NAMED]));
  expect(read(file)).not.toMatch(/^ *build:/m);
});

test("the hosts whose volumes belong to root start the same image", () => {
  const text = read("deploy/Dockerfile");
  expect(text).toContain(`ARG FORM_INTAKE_IMAGE=${IMAGE}\nFROM \${FORM_INTAKE_IMAGE}\n`);
  for (const file of ["render.yaml", "fly.toml", "railway.json"])
    expect(read(file)).toContain("deploy/Dockerfile");
});

test("no file names another image, account, or version of the service", () => {
  const named = FILES.flatMap((file) =>
    [...read(file).matchAll(/(?:ghcr\.io|github\.com)\/[\w./-]*form-intake[\w.:/-]*/g)].map(
      ([name]) => name,
    ),
  );
  const source = `github.com/${OWNER}/form-intake`;
  const archive = `${source}/archive/refs/tags/v${VERSION}.tar.gz`;
  const isOurs = (name: string) =>
    name === IMAGE ||
    name.startsWith(`github.com/${OWNER}/form-intake/blob/main/docs/`) ||
    name === source;
  expect(named.filter((name) => !isOurs(name) && name !== archive)).toEqual([]);
  expect(named.filter((name) => name === IMAGE).length).toBeGreaterThan(5);
});

test("compose.build.yaml builds the image of compose.yaml, and changes nothing else", () => {
  const { services } = readCompose("compose.build.yaml");
  expect(services).toEqual({ app: { environment: {}, image: "form-intake", build: "." } });
  expect(readCompose("compose.yaml").services.app?.image).toBe(IMAGE);
});

test("FORM_INTAKE_IMAGE names the image of every process", () => {
  const values = {
    FORM_INTAKE_IMAGE: "registry.example.com/forms@sha256:1",
    DOMAIN: "x",
    SECRET_KEY: "x",
    CRON_SECRET: "x",
    DATABASE_PASSWORD: "x",
    DATABASE_OWNER_PASSWORD: "x",
    POSTGRES_PASSWORD: "x",
    S3_SECRET_ACCESS_KEY: "x",
  };
  const { app1, app2, migrate } = readCompose("compose.production.yaml", values).services;
  for (const service of [app1, app2, migrate, readCompose("compose.yaml", values).services.app])
    expect(service?.image).toBe(values.FORM_INTAKE_IMAGE);
});

test("every page of the guide names the same image", () => {
  const pages = globSync(["docs/self-hosting/*.md", "README.md"], { cwd: ROOT });
  const named = pages.flatMap((page) => read(page).match(/ghcr\.io\/[\w./-]+:[\w.-]*\w/g) ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect(new Set(named)).toEqual(new Set([IMAGE]));
});

test("the guide says what the owner of a fork sets, with the same name", () => {
  expect(read("docs/self-hosting/install.md")).toContain(`\`${IMAGE}\``);
  expect(read("README.md")).toContain(`docker run -p 3000:3000 -v data:/data ${IMAGE}\n`);
});

test("compose.yaml requires no value, publishes one port, and only invited people can sign up", () => {
  const text = read("compose.yaml");
  const { services } = readCompose("compose.yaml");
  expect(text).not.toContain(":?");
  const published = Object.entries(services).filter(([, { ports }]) => ports);
  expect(published.map(([name]) => name)).toEqual(["app"]);
  expect(services.app?.environment.SIGN_UP).toBe("invited");
  expect(JSON.stringify(services)).not.toMatch(/PASSWORD":|SECRET_KEY":/);
});

test("in compose.yaml, the address in links follows the published port", () => {
  const addressOf = (values: Record<string, string>) =>
    readCompose("compose.yaml", values).services.app?.environment.BASE_URL;
  expect(addressOf({})).toBe("http://localhost:3000");
  expect(addressOf({ PORT: "8080" })).toBe("http://localhost:8080");
});

import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { SETTING_NAMES } from "#lib/core/settings/settings";
import { ROOT } from "#server/start/checkout";
import about from "../../package.json" with { type: "json" };

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const VERSION = about.version.replace(/-dev$/, "");
const unknown = (names: string[]) => names.filter((name) => !SETTING_NAMES.includes(name));

/** The rules of https://github.com/Dokploy/templates: README.md, build-scripts/generate-meta.js and validate-*.ts. */
describe("the blueprint for Dokploy", () => {
  const folder = "deploy/dokploy/form-intake";
  const Service = z.looseObject({ environment: z.record(z.string(), z.string()) });
  const compose = z
    .looseObject({ services: z.record(z.string().regex(/^[a-z0-9-]+$/), Service) })
    .parse(parse(read(`${folder}/docker-compose.yml`)));
  const text = z.string().min(1);
  const Template = z.strictObject({
    variables: z.record(z.string(), z.string()),
    config: z.strictObject({
      env: z.array(z.string().regex(/^\w+=/)),
      mounts: z.array(z.never()),
      domains: z
        .array(z.strictObject({ serviceName: text, port: z.number(), host: text }))
        .length(1),
    }),
  });
  const { variables, config } = Template.parse(parseToml(read(`${folder}/template.toml`)));

  test("has what its catalog requires, and its logo", () => {
    const Meta = z.strictObject({
      id: z.literal("form-intake"),
      name: text,
      version: z.literal(VERSION),
      description: text,
      logo: text,
      links: z.strictObject({ github: z.url(), website: z.literal(""), docs: z.url() }),
      tags: z.array(text).min(1),
    });
    const { logo } = Meta.parse(JSON.parse(read(`${folder}/meta.json`)));
    expect(read(`${folder}/${logo}`)).toBe(read("public/icon.svg"));
  });

  test("leads a domain to the service's port, and publishes none itself", () => {
    const [domain] = config.domains;
    expect(Object.keys(compose.services)).toEqual([domain?.serviceName]);
    expect(domain?.port).toBe(3000);
    expect(read(`${folder}/docker-compose.yml`)).not.toMatch(/container_name|networks|ports/);
  });

  test("uses only helpers and variables that exist, and settings that exist", () => {
    const helpers =
      /^(domain|base64|password|hash|uuid|timestamp|timestampms|timestamps|randomPort|jwt|username|email)(:|$)/;
    const used = [...JSON.stringify({ variables, config }).matchAll(/\$\{([^}]+)\}/g)];
    const names = used.map(([, name = ""]) => name);
    expect(names.filter((name) => !(name in variables) && !helpers.test(name))).toEqual([]);
    const { environment = {} } = compose.services["form-intake"] ?? {};
    const filled = Object.values(environment).flatMap((value) =>
      [...value.matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name),
    );
    const given = config.env.map((line) => line.split("=")[0] ?? "");
    expect(filled).toEqual(given);
    expect(unknown([...given, ...Object.keys(environment)])).toEqual([]);
  });
});

/** The rules of https://github.com/caprover/one-click-apps: README.md and scripts/validate_apps.js. */
describe("the app for CapRover", () => {
  const Variable = z.strictObject({
    id: z.string().startsWith("$$cap_"),
    label: z.string(),
    defaultValue: z.string(),
    description: z.string(),
    validRegex: z.string(),
  });
  // Of a service, it reads these alone.
  const Service = z.strictObject({
    image: z.string(),
    environment: z.record(z.string(), z.string()),
    volumes: z.array(z.string()),
    caproverExtra: z.strictObject({ containerHttpPort: z.literal("3000") }),
  });
  const App = z.strictObject({
    captainVersion: z.literal(4),
    services: z.record(z.string(), Service),
    caproverOneClickApp: z.strictObject({
      variables: z.array(Variable),
      instructions: z.strictObject({ start: z.string().min(1), end: z.string().min(1) }),
      displayName: z.string(),
      isOfficial: z.literal(false),
      description: z.string().max(200),
      documentation: z.string(),
    }),
  });
  const file = "deploy/caprover.yml";
  const app = App.parse(parse(read(file)));

  test("has what it reads and nothing else, with settings that exist", () => {
    const [service] = Object.values(app.services);
    expect(unknown(Object.keys(service?.environment ?? {}))).toEqual([]);
    expect(service?.volumes).toEqual(["$$cap_appname-data:/data"]);
  });

  test("every variable exists, and the default of each is valid", () => {
    const { variables } = app.caproverOneClickApp;
    const builtIn = ["$$cap_appname", "$$cap_root_domain"];
    const known = [...builtIn, ...variables.map(({ id }) => id)];
    const used = [...read(file).matchAll(/\$\$cap_[a-z_]+/g)].map(([name]) => name);
    expect(used.filter((name) => !known.includes(name))).toEqual([]);
    for (const { defaultValue, validRegex } of variables) {
      const pattern = new RegExp(validRegex.replace(/^\/|\/$/g, ""));
      // It rejects OWNER, which has to be replaced.
      expect(defaultValue.replace("OWNER", "owner")).toMatch(pattern);
      expect("ghcr.io/OWNER/form-intake:1.1.0").not.toMatch(pattern);
    }
  });
});

/** What https://github.com/coollabsio/coolify reads in app/Console/Commands/Generate/Services.php: `# name: value`. */
test("deploy/coolify.yaml has the header of Coolify's catalog", () => {
  const lines = [...read("deploy/coolify.yaml").matchAll(/^#(.*?):(.*)$/gm)];
  const header = Object.fromEntries(
    lines.map(([, name = "", value = ""]) => [name.trim(), value.trim()]),
  );
  const Header = z.strictObject({
    documentation: z.url(),
    slogan: z.string().min(1),
    category: z.string().regex(/^[a-z]+$/),
    tags: z.string().regex(/^[a-z-]+(, [a-z-]+)*$/),
    logo: z.string().regex(/^svgs\/[\w-]+\.(svg|png|webp)$/),
    port: z.literal("3000"),
  });
  Header.parse(header);
});

/** The rules of https://github.com/YunoHost/apps, schemas/manifest.v2.schema.json, and of helpers 2.1. */
describe("the package for YunoHost", () => {
  const size = z.string().regex(/^[0-9]*(\.[0-9]*)?[kKmMgG]$/);
  const Manifest = z.strictObject({
    packaging_format: z.literal(2),
    id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    name: z.string(),
    description: z.strictObject({ en: z.string().max(100) }),
    version: z.literal(`${VERSION}~ynh1`),
    maintainers: z.array(z.string()),
    upstream: z.strictObject({ license: z.literal("MIT"), code: z.url(), admindoc: z.url() }),
    integration: z.strictObject({
      yunohost: z.string().regex(/^>= ?[0-9]{1,2}(\.[0-9]{1,2}){0,2}$/),
      helpers_version: z.literal("2.1"),
      architectures: z.array(z.enum(["amd64", "arm64"])),
      multi_instance: z.boolean(),
      ldap: z.boolean(),
      sso: z.boolean(),
      disk: size,
      ram: z.strictObject({ build: size, runtime: size }),
    }),
    install: z.strictObject({
      domain: z.strictObject({ type: z.literal("domain") }),
      init_main_permission: z.strictObject({ type: z.literal("group"), default: z.string() }),
    }),
    resources: z.strictObject({
      sources: z.strictObject({
        main: z.strictObject({
          url: z.url(),
          sha256: z.string().regex(/^[0-9a-z]{64}$/),
          autoupdate: z.strictObject({ strategy: z.literal("latest_github_release") }),
        }),
      }),
      system_user: z.strictObject({}),
      install_dir: z.strictObject({}),
      data_dir: z.strictObject({}),
      ports: z.strictObject({ main: z.strictObject({ default: z.number() }) }),
      permissions: z.strictObject({
        main: z.strictObject({ url: z.literal("/"), auth_header: z.literal(false) }),
      }),
      apt: z.strictObject({ packages: z.string() }),
      database: z.strictObject({ type: z.literal("postgresql") }),
      nodejs: z.strictObject({ version: z.string() }),
    }),
  });
  const folder = "deploy/yunohost";

  test("its manifest fits the schema, with the Node that runs the service", () => {
    const { resources } = Manifest.parse(parseToml(read(`${folder}/manifest.toml`)));
    expect(resources.nodejs.version).toBe(about.dependencies.node.split(".")[0]);
  });

  test("has every script, which bash can read and the host can run", () => {
    for (const name of ["install", "upgrade", "remove", "backup", "restore"]) {
      const path = join(ROOT, folder, "scripts", name);
      execFileSync("bash", ["-n", path]);
      expect(statSync(path).mode & 0o111, name).not.toBe(0);
    }
  });

  test("its scripts and files use only helpers 2.1 and variables that are set", () => {
    const files = globSync("deploy/yunohost/{scripts,conf}/*", { cwd: ROOT });
    const text = files.map(read).join("\n");
    const helpers =
      "app_setting_get app_setting_set backup config_add config_add_nginx config_add_systemd config_remove_nginx config_remove_systemd exec_as_app hide_warnings psql_db_shell psql_dump_db restore safe_rm script_progression setup_source string_random systemctl".split(
        " ",
      );
    const called = [...text.matchAll(/\bynh_(\w+)/g)].map(([, name = ""]) => name);
    expect(called.filter((name) => !helpers.includes(name))).toEqual([]);
    const set =
      "APP CRON_SECRET DATA_DIR DB_NAME DB_PWD DB_USER DOMAIN INSTALL_DIR NODEJS_DIR PORT SECRET_KEY".split(
        " ",
      );
    const filled = [...text.matchAll(/__([A-Z_]+?)__/g)].map(([, name = ""]) => name);
    expect(filled.filter((name) => !set.includes(name))).toEqual([]);
    const settings = read(`${folder}/conf/settings.env`).trim().split("\n");
    expect(unknown(settings.map((line) => line.split("=")[0] ?? ""))).toEqual([]);
    expect(existsSync(join(ROOT, folder, "conf/nginx.conf"))).toBe(true);
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { SECRET_SETTINGS } from "#lib/core/settings/secret-files";
import { SETTING_NAMES } from "#lib/core/settings/settings";
import { ROOT } from "#server/start/checkout";
import { readBlocks } from "#tests/support/guides/blocks";

const read = (file: string) => readFileSync(join(ROOT, "docs/self-hosting", file), "utf8");
const settings = read("settings.md");

test("every setting is on the page of settings", () => {
  const names = SETTING_NAMES.filter((name) => !name.endsWith("_FILE"));
  // A pair is written as one name and the other's end.
  const known = (name: string) =>
    settings.includes(name) || settings.includes(`\`_${name.split("_").at(-1)}\``);
  expect(names.filter((name) => name !== "NODE_ENV" && !known(name))).toEqual([]);
});

test("the page of settings lists the secrets that can be in a file", () => {
  const [, section = ""] = settings.split("## Secrets in files\n");
  const list =
    section.split("\n\n").find((paragraph) => paragraph.startsWith("`DATABASE_URL`")) ?? "";
  const names = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(names).toEqual([...SECRET_SETTINGS]);
});

/** The options in https://doc.traefik.io/traefik/reference/static-configuration/file/ and …/routing-configuration. */
test("the files for Traefik have options that it knows", () => {
  const duration = z.string().regex(/^\d+[smh]$/);
  const Static = z.strictObject({
    entryPoints: z.record(
      z.string(),
      z.strictObject({
        address: z.string().regex(/^:\d+$/),
        http: z
          .strictObject({
            redirections: z.strictObject({
              entryPoint: z.strictObject({ to: z.string(), scheme: z.literal("https") }),
            }),
          })
          .optional(),
        transport: z
          .strictObject({ respondingTimeouts: z.strictObject({ readTimeout: duration }) })
          .optional(),
      }),
    ),
    certificatesResolvers: z.record(
      z.string(),
      z.strictObject({
        acme: z.strictObject({
          email: z.email(),
          storage: z.string(),
          httpChallenge: z.strictObject({ entryPoint: z.string() }),
        }),
      }),
    ),
    providers: z.strictObject({ file: z.strictObject({ filename: z.string() }) }),
  });
  const Dynamic = z.strictObject({
    http: z.strictObject({
      routers: z.record(
        z.string(),
        z.strictObject({
          rule: z.string().regex(/^Host\(`[\w.]+`\)$/),
          entryPoints: z.array(z.string()),
          service: z.string(),
          tls: z.strictObject({ certResolver: z.string() }),
        }),
      ),
      services: z.record(
        z.string(),
        z.strictObject({
          loadBalancer: z.strictObject({ servers: z.array(z.strictObject({ url: z.url() })) }),
        }),
      ),
    }),
  });
  const blocks = readBlocks("proxy", read("proxy.md"));
  const fileOf = (name: string): unknown =>
    parse(blocks.find(({ file }) => file === name)?.code ?? "");
  const { entryPoints, certificatesResolvers, providers } = Static.parse(fileOf("traefik.yml"));
  const { http } = Dynamic.parse(fileOf("form-intake.yml"));
  for (const router of Object.values(http.routers)) {
    expect(Object.keys(entryPoints)).toEqual(expect.arrayContaining(router.entryPoints));
    expect(Object.keys(certificatesResolvers)).toContain(router.tls.certResolver);
    expect(Object.keys(http.services)).toContain(router.service);
  }
  expect(entryPoints.web?.http?.redirections.entryPoint.to).toBe("websecure");
  expect(providers.file.filename).toContain("form-intake.yml");
});

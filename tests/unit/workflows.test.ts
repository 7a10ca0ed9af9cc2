import { accessSync, constants, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { ROOT } from "#server/start/checkout";
import about from "../../package.json" with { type: "json" };

const WORKFLOWS = [".github/workflows/ci.yml", ".github/workflows/release.yml"];
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const Step = z.object({
  run: z.string().optional(),
  uses: z.string().optional(),
  "working-directory": z.string().default("."),
});
const Job = z.object({
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  "timeout-minutes": z.number(),
  strategy: z.object({ matrix: z.record(z.string(), z.unknown()) }).optional(),
  steps: z.array(Step).min(1),
});
const Workflow = z.object({
  permissions: z.strictObject({ contents: z.literal("read") }),
  jobs: z.record(z.string(), Job),
});
const parseWorkflow = (file: string) => Workflow.parse(parse(read(file)));

test.each(WORKFLOWS)(
  "%s has jobs with a time limit that need each other, and reads only by default",
  (file) => {
    const { jobs } = parseWorkflow(file);
    const needs = Object.values(jobs).flatMap((job) => job.needs ?? []);
    expect(Object.keys(jobs)).toEqual(expect.arrayContaining(needs));
  },
);

test.each(WORKFLOWS)("%s runs npm scripts and programs that exist", (file) => {
  const steps = Object.values(parseWorkflow(file).jobs).flatMap((job) => job.steps);
  const runs = steps.filter(({ run }) => run !== undefined);
  const text = runs.map(({ run }) => run).join("\n");
  const scripts = text.matchAll(/\bnpm (?:run )?(test\S*|[\w-]+:[\w-]+|sbom)\b/g);
  const known = Object.keys(about.scripts);
  expect(known).toEqual(expect.arrayContaining([...scripts].map(([, name]) => name)));
  const programs = [...text.matchAll(/(\bnode |^)((?:scripts|\.ci)\/[\w./-]+)/gm)];
  expect(programs).not.toEqual([]);
  for (const [, node, path = ""] of programs)
    accessSync(join(ROOT, path), node ? constants.R_OK : constants.X_OK);
  // What CI runs directly.
  accessSync(join(ROOT, ".ci/run"), constants.X_OK);
  for (const step of runs) accessSync(join(ROOT, step["working-directory"], "package.json"));
});

test.each(WORKFLOWS)("%s pins every action to a commit, with its version", (file) => {
  const used = read(file).match(/uses: .*$/gm) ?? [];
  expect(used).not.toEqual([]);
  for (const line of used) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test("a release needs no names that a fork lacks, and builds for both processors with a list of packages", () => {
  const file = ".github/workflows/release.yml";
  const text = read(file);
  expect(text.match(/if: vars.PUBLISH_NPM == '1'/g)).toHaveLength(2);
  for (const option of ["platforms: linux/amd64,linux/arm64", "provenance: mode=max", "sbom: true"])
    expect(text).toContain(option);
});

test("CI tests on the oldest Node that can start the service and on the one that runs it", () => {
  const { test: job } = parseWorkflow(".github/workflows/ci.yml").jobs;
  const oldest = about.engines.node.replace(">=", "");
  const [newest = ""] = about.dependencies.node.split(".");
  expect(job?.strategy?.matrix).toEqual({ node: [oldest, newest] });
  expect(read(".nvmrc").trim()).toBe(newest);
});

test.each(WORKFLOWS)("%s builds each of the image's targets", (file) => {
  const targets = [...read("Dockerfile").matchAll(/^FROM .* AS (\w+)$/gm)].map(([, name]) => name);
  const matrix = JSON.stringify(parseWorkflow(file).jobs.image?.strategy?.matrix);
  expect(targets).toEqual(["build", "app", "complete"]);
  for (const target of ["app", "complete"]) expect(matrix).toContain(`"${target}"`);
});

test("dependencies of every kind are updated", () => {
  const Update = z.object({
    "package-ecosystem": z.string(),
    directory: z.string().optional(),
    directories: z.array(z.string()).optional(),
  });
  const { updates } = z
    .object({ updates: z.array(Update) })
    .parse(parse(read(".github/dependabot.yml")));
  const locked = globSync("{packages,tests}/**/package-lock.json", {
    cwd: ROOT,
    exclude: ["**/node_modules/**"],
  });
  const directories = updates.flatMap((update) => update.directories ?? update.directory);
  expect(directories).toEqual(expect.arrayContaining(locked.map((file) => `/${dirname(file)}`)));
  const kinds = updates.map((update) => update["package-ecosystem"]);
  expect(kinds).toEqual(
    expect.arrayContaining(["npm", "docker", "docker-compose", "github-actions"]),
  );
});

test("the files for GitHub name no account", () => {
  const files = globSync("{.github/**/*.*,SECURITY.md}", { cwd: ROOT });
  expect(files.map(read).join("\n")).not.toMatch(/(github\.com|ghcr\.io)\/(?!\$)[^\s/"'`]/);
});

import { accessSync, constants, existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { ROOT } from "#server/start/checkout";
import about from "../../package.json" with { type: "json" };

const WORKFLOWS = globSync(".github/workflows/*.yml", { cwd: ROOT }).toSorted();
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const Step = z.object({
  run: z.string().optional(),
  uses: z.string().optional(),
  "working-directory": z.string().optional(),
});
const Job = z.object({
  if: z.string().optional(),
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
const stepsOf = (file: string) =>
  Object.values(parseWorkflow(file).jobs).flatMap(({ steps }) => steps);

test("there is a workflow that tests and one that releases", () => {
  expect(WORKFLOWS).toEqual([".github/workflows/ci.yml", ".github/workflows/release.yml"]);
});

test.each(WORKFLOWS)(
  "%s has jobs with a time limit that need each other, and reads only by default",
  (file) => {
    const { jobs } = parseWorkflow(file);
    const needs = Object.values(jobs).flatMap((job) => job.needs ?? []);
    expect(needs.flat().filter((name) => !(name in jobs))).toEqual([]);
  },
);

/** Files and scripts that a command needs and this repository lacks. */
function missingOf(command: string, folder: string): string[] {
  const scripts = Object.keys(about.scripts);
  const npm = [...command.matchAll(/\bnpm (?:run )?(test\S*|[\w-]+:[\w-]+|sbom)\b/g)];
  const files = [...command.matchAll(/(?:\bnode |^)((?:scripts|\.ci)\/[\w./-]+)/gm)];
  return [
    ...npm.flatMap(([, name = ""]) => (scripts.includes(name) ? [] : [`npm script ${name}`])),
    ...files.flatMap(([, path = ""]) => (existsSync(join(ROOT, folder, path)) ? [] : [path])),
  ];
}

test("finds commands that don't exist", () => {
  expect(missingOf("npm run test:everything", ".")).toEqual(["npm script test:everything"]);
  expect(missingOf("node scripts/absent.ts v1 > notes.md", ".")).toEqual(["scripts/absent.ts"]);
  expect(missingOf(".ci/absent", ".")).toEqual([".ci/absent"]);
});

test.each(WORKFLOWS)("the commands that %s runs exist", (file) => {
  const runs = stepsOf(file).flatMap(({ run, ...step }) =>
    run ? [{ run, folder: step["working-directory"] ?? "." }] : [],
  );
  expect(runs.length).toBeGreaterThan(3);
  expect(runs.flatMap(({ run, folder }) => missingOf(run, folder))).toEqual([]);
  for (const { folder } of runs) expect(existsSync(join(ROOT, folder, "package.json"))).toBe(true);
});

test.each(WORKFLOWS)("%s pins every action to a commit, with its version", (file) => {
  const used = read(file).match(/uses: .*$/gm) ?? [];
  expect(used.length).toBeGreaterThan(0);
  const isPinned = (line: string) => /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line);
  expect(used.filter((line) => !isPinned(line))).toEqual([]);
});

test("a release builds the image for both processors, with provenance and a list of its packages", () => {
  const Build = z.looseObject({ with: z.looseObject({ platforms: z.string() }) });
  const { jobs } = z
    .object({ jobs: z.record(z.string(), z.object({ steps: z.array(z.unknown()) })) })
    .parse(parse(read(".github/workflows/release.yml")));
  const build = Build.parse(jobs.image?.steps.at(-1)).with;
  expect(build).toMatchObject({
    platforms: "linux/amd64,linux/arm64",
    provenance: "mode=max",
    sbom: true,
    push: true,
  });
  expect(read(".github/workflows/release.yml")).toContain('tags: ["v*"]');
});

test("a fork without the packages' names releases its image", () => {
  const { jobs } = parseWorkflow(".github/workflows/release.yml");
  for (const name of ["client", "n8n"]) expect(jobs[name]?.if).toBe("vars.PUBLISH_NPM == '1'");
  expect(jobs.image?.if).toBeUndefined();
  expect(jobs.publish?.if).toContain("!failure() && !cancelled()");
});

test("what CI runs directly can be executed", () => {
  for (const path of [".ci/run", ".ci/install-programs"])
    accessSync(join(ROOT, path), constants.X_OK);
});

test("CI tests on the oldest Node that can start the service and on the one that runs it", () => {
  const { test: job } = parseWorkflow(".github/workflows/ci.yml").jobs;
  const oldest = about.engines.node.replace(">=", "");
  const [newest = ""] = about.dependencies.node.split(".");
  expect(job?.strategy?.matrix).toEqual({ node: [oldest, newest] });
  expect(read(".nvmrc").trim()).toBe(newest);
});

test("the workflows build the image's targets", () => {
  const targets = [...read("Dockerfile").matchAll(/^FROM .* AS (\w+)$/gm)].map(([, name]) => name);
  const jobs = WORKFLOWS.map((file) => parseWorkflow(file).jobs.image?.strategy?.matrix);
  const built = jobs.map((matrix) =>
    [...JSON.stringify(matrix).matchAll(/"(app|complete)"/g)].map(([, name]) => name).toSorted(),
  );
  expect(built).toEqual([
    ["app", "complete"],
    ["app", "complete"],
  ]);
  expect(targets).toEqual(["build", "app", "complete"]);
});

const Update = z.looseObject({
  "package-ecosystem": z.enum(["npm", "docker", "docker-compose", "github-actions"]),
  directory: z.literal("/").optional(),
  directories: z.array(z.string()).optional(),
  schedule: z.strictObject({ interval: z.enum(["weekly", "monthly"]) }),
});

test("dependencies of every kind are updated", () => {
  const { updates } = z
    .strictObject({ version: z.literal(2), updates: z.array(Update) })
    .parse(parse(read(".github/dependabot.yml")));
  const locked = globSync("{packages,tests}/**/package-lock.json", {
    cwd: ROOT,
    exclude: ["**/node_modules/**"],
  });
  const directories = updates.flatMap((update) => update.directories ?? update.directory ?? []);
  expect(directories).toEqual(expect.arrayContaining(locked.map((file) => `/${dirname(file)}`)));
  expect(updates.map((update) => update["package-ecosystem"])).toEqual([
    "npm",
    "npm",
    "docker",
    "docker-compose",
    "github-actions",
  ]);
});

test("the files for GitHub name no account", () => {
  const files = globSync("{.github/**/*.*,SECURITY.md}", { cwd: ROOT });
  const text = files.map(read).join("\n");
  const owners = [...text.matchAll(/(?:github\.com|ghcr\.io)\/([^\s/"'`]+)/g)];
  expect(owners.map(([, owner]) => owner).filter((owner) => !owner?.startsWith("$"))).toEqual([]);
});

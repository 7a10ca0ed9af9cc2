import { defineConfig } from "vitest/config";

const setup = (...names: string[]) => names.map((name) => `tests/support/setup/${name}.ts`);
const api = (names: string) => `tests/{api,slow}/{${names.replaceAll(" ", ",")}}.test.ts`;

const ISOLATED = setup("environment");
const ON_DATABASE = [...ISOLATED, ...setup("database", "siteverify")];
/** Row types first: what it wraps must not be loaded yet. */
const WITH_ROW_TYPES = { setupFiles: [...setup("row-types"), ...ON_DATABASE] };
/** A file starts with a database and process state of its own, but modules are loaded once per worker. */
const SHARED_MODULES = { isolate: false };
const TEST_SERVER = setup("generated-client", "test-server");
const BUILT_APP = setup("built-app");
const RUNNING_APP = [...BUILT_APP, ...setup("mount-service")];
const NO_DATABASE = { setupFiles: ISOLATED };
const OLDER_SERVER = setup("generated-client", "older-server");

/** A drill is tried again in CI where it was too slow, never where something was lost or sent twice. */
const drillRetry = {
  count: process.env.CI ? 2 : 0,
  condition: /timed out|timeout|to be less than \d/i,
};

const UNIT = ["tests/unit/**/*.test.{ts,tsx}", "packages/form-js/tests/*.test.ts"];
const KILLED = { ...NO_DATABASE, retry: drillRetry };

/** The core flow and all kinds of SQL, once more on another database. */
const ALL_SQL = api(
  "accounts bulk-changes contract-concurrency forms-changes inbox-reads intake-accept intake-files intake-repeat maintenance outbox-capture outbox-claims sessions submissions-export submissions-list submissions-search-index tokens usage webhook-delivery",
);
/** Tests that read or write the tables that can be partitioned; of those at scale, the ones about plans. */
const PARTITIONED = [
  "tests/api/{*submission*,{autoresponder,browse-forms,bulk,claim,contract-c,dead,deletion,export,filter,idempotency,inbox,intake,maintenance,mark,outbox,person,plan,removed,reply,routing,secret,test-inbox,webhook,workspace}*}.test.ts",
  "tests/slow/{export-plan,submissions-search-index}.test.ts",
];
/** Every statement on these tables that they run is run by another of those tests. */
const REPEATING = [
  "tests/api/{filter-plans,idempotency,intake-{control-fields,responses},outbox-{live,smtp},secret-rotation,workspace-provider}.test.ts",
];

const project = (name: string, include: string[], globalSetup: string[], more: object = {}) => ({
  test: {
    name,
    include,
    globalSetup,
    setupFiles: ON_DATABASE,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    ...more,
  },
});

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    execArgv: ["--disable-warning=ExperimentalWarning"],
    expect: { poll: { timeout: 10_000 } },
    reporters: [
      "default",
      "./tests/support/drills/figures.ts",
      ...(process.env.TEST_REPORT ? ["json"] : []),
    ],
    outputFile: { json: process.env.TEST_REPORT ?? "" },
    projects: [
      project("unit", UNIT, setup("generated-client"), {
        ...NO_DATABASE,
        ...SHARED_MODULES,
      }),
      project("api", ["tests/api/**/*.test.{ts,tsx}"], TEST_SERVER, {
        ...WITH_ROW_TYPES,
        ...SHARED_MODULES,
      }),
      project("slow", ["tests/slow/*.test.ts"], TEST_SERVER, WITH_ROW_TYPES),
      project("mounts", ["tests/mounts/*.test.ts"], RUNNING_APP, NO_DATABASE),
      // One file after another: each measures the whole service.
      project("attacks", ["tests/attacks/*.test.ts"], RUNNING_APP, {
        ...NO_DATABASE,
        maxWorkers: 1,
      }),
      project("start", ["tests/start/*.test.ts"], BUILT_APP, { setupFiles: [] }),
      project("faults", ["tests/faults/*.test.ts"], TEST_SERVER, { retry: drillRetry }),
      project("kills", ["tests/faults/kills/*.test.ts"], BUILT_APP, KILLED),
      project("drills", ["tests/faults/drills/*.test.ts"], BUILT_APP, KILLED),
      project("programs", ["tests/programs/*.test.ts"], [...BUILT_APP, ...setup("test-server")]),
      project("deployment", ["tests/deployment/*.test.ts"], BUILT_APP, { setupFiles: [] }),
      project("partitioned", PARTITIONED, setup("generated-client", "partitioned-server"), {
        exclude: REPEATING,
        ...SHARED_MODULES,
      }),
      project("pooled", ["tests/pooled/*.test.ts", ALL_SQL], [...TEST_SERVER, ...setup("pooler")], {
        setupFiles: [...ON_DATABASE, ...setup("pooled-database")],
        ...SHARED_MODULES,
      }),
      project(
        "older-postgres",
        [ALL_SQL, api("migrations own-database")],
        OLDER_SERVER,
        SHARED_MODULES,
      ),
      project("document", ["tests/clients/document/*.test.ts"], TEST_SERVER),
      project(
        "client-js",
        ["packages/js/tests/*.test.ts"],
        [...TEST_SERVER, "packages/js/tests/packages.ts"],
      ),
      project("integrations", ["packages/{n8n,zapier}/tests/*.test.ts"], TEST_SERVER),
    ],
  },
});

import { expect, test } from "vitest";
import { readMigrations } from "#lib/adapters/db/migrate";
import about from "../../package.json" with { type: "json" };

/** SHA-256 of each released migration. Databases have recorded it, so neither may ever change. */
const RELEASED: Readonly<Record<string, string>> = {
  // 1.0.0
  "20261124000000_baseline": "36c001b943ffcadf08744861204c376a67583962273a04bdd7284a86ea59b3de",
};

test("a released migration never changes, because a database that has it rejects any other", async () => {
  const own = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]));
  const found = Object.keys(RELEASED).map((name) => [name, own.get(name)]);
  expect(Object.fromEntries(found)).toEqual(RELEASED);
});

test("migrations that aren't released yet come after all that are, and a release has none", async () => {
  const names = (await readMigrations()).map(({ name }) => name);
  const released = Object.keys(RELEASED);
  expect(names.slice(0, released.length)).toEqual(released);
  if (!about.version.endsWith("-dev")) expect(names).toEqual(released);
});

import { inspect } from "node:util";
import { pino } from "pino";
import { expect, test } from "vitest";
import { db, pool } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";

const EMAIL = "ada@example.com";
const HASH = "hash-of-a-password";
const INSERT = `
INSERT INTO users (id, email, email_key, password_hash, created_at) VALUES ($1, $2, $2, $3, $4)`;
const insert = (createdAt: Date | null) => pool().query(INSERT, [newId(), EMAIL, HASH, createdAt]);
const data = () => ({
  id: newId(),
  email: EMAIL,
  emailKey: EMAIL,
  passwordHash: HASH,
  createdAt: new Date(),
});

const failures: [string, () => Promise<unknown>][] = [
  ["a duplicate", () => insert(new Date())],
  ["a missing value", () => insert(null)],
  ["a duplicate through Prisma", () => db().user.create({ data: data() })],
  ["a wrong value for Prisma", () => db().user.create({ data: { ...data(), id: "no-uuid" } })],
];

test.each(failures)("the logged error for %s contains no value of the row", async (_what, fail) => {
  await insert(new Date()).catch(() => undefined);
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const error = await fail().then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(Error);
  logger.error({ err: error });
  // The framework prints errors of pages in this way.
  lines.push(inspect(error));
  expect(lines.join("\n")).not.toContain(EMAIL);
  expect(lines.join("\n")).not.toContain(HASH);
});

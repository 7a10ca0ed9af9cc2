import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { PROGRAMS, type Program } from "#tests/clients/programs";
import { addressOf, type Fields, prove, test } from "#tests/clients/support/test";

const run = promisify(execFile);

/** Runs a program once. @returns `sent`, or its output when it fails */
function send(program: Program, url: string, fields: Fields): Promise<string> {
  const env = { ...process.env, NAME: fields.name, MESSAGE: fields.message };
  return run(program.command, program.arguments(url, fields), { env, timeout: 30_000 }).then(
    () => "sent",
    ({ stdout, stderr, message }) => stdout + stderr || message,
  );
}

for (const program of PROGRAMS)
  test(`${program.name}: stored once, exits with success, and fails on a rejection`, async ({
    owner,
    form,
  }) => {
    await prove({ owner, form }, (fields) => send(program, addressOf(owner, form), fields));
  });

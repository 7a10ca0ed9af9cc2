import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Block } from "#tests/support/guides/blocks";

type Finished = { code: number | null; stdout: string; stderr: string };

/** Runs a program to its end. */
function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Finished> {
  const child = spawn(program, args, { ...options, timeout: 30_000 });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  child.stdin.end();
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...output }));
  });
}

/** Like curl, but an error status is a failure, as for a person who reads the response. */
const STRICT_CURL = `#!/bin/sh
PATH=\${PATH#*${delimiter}} exec curl --silent --show-error --fail-with-body "$@"
`;

type WorkFolder = { folder: string; path: string; remove: () => Promise<void> };

/** A folder to run code in, whose \`curl\` fails when a request fails. */
export async function openWorkFolder(): Promise<WorkFolder> {
  const folder = await mkdtemp(join(tmpdir(), "form-intake-guide-"));
  const programs = await mkdtemp(join(tmpdir(), "form-intake-curl-"));
  await writeFile(join(programs, "curl"), STRICT_CURL);
  await chmod(join(programs, "curl"), 0o755);
  return {
    folder,
    path: `${programs}${delimiter}${process.env.PATH}`,
    remove: async () => {
      await rm(folder, { recursive: true });
      await rm(programs, { recursive: true });
    },
  };
}

/** WordPress as far as a shortcode needs it: prints the shortcode's output. */
const WORDPRESS = `<?php
function add_shortcode($name, $render) { echo $render(); }
require "block.php";
`;

/** The filename and the program used to run each language's code blocks. */
const RUNS: Readonly<Record<string, { file: string; program: string; args: readonly string[] }>> = {
  sh: { file: "block.sh", program: "bash", args: ["-euo", "pipefail", "block.sh"] },
  js: { file: "block.mjs", program: process.execPath, args: ["block.mjs"] },
  python: { file: "block.py", program: "python3", args: ["-W", "error", "block.py"] },
  php: { file: "block.php", program: "php", args: ["-d", "display_errors=stderr", "block.php"] },
};

/** Returns whether a block ended as its guide says. */
function isAsShown({ status, language }: Block, { code, stderr }: Finished): boolean {
  if (status !== null) return code !== 0 && stderr.includes(String(status));
  return code === 0 && (language !== "php" || stderr === "");
}

/**
 * Runs a block as someone would who copied it, in a new folder or a given one.
 *
 * @throws {Error} with its output, if it fails or warns about something
 */
export async function runBlock(
  block: Block,
  code: string,
  token: string,
  given?: WorkFolder,
): Promise<Finished> {
  const run = RUNS[block.language];
  if (!run) throw new Error(`blocks in ${block.language} can't be run`);
  const { folder, path, remove } = given ?? (await openWorkFolder());
  try {
    await writeFile(join(folder, run.file), code);
    await writeFile(join(folder, "wordpress.php"), WORDPRESS);
    const args = block.isWordPress ? ["wordpress.php"] : run.args;
    const env = { ...process.env, PATH: path, FORM_INTAKE_TOKEN: token };
    const finished = await runProgram(run.program, args, { cwd: folder, env });
    if (isAsShown(block, finished)) return finished;
    const { code: status, stdout, stderr } = finished;
    throw new Error(
      `block ${block.number} of ${block.guide} ended with ${status}\n${stdout}${stderr}`,
    );
  } finally {
    if (!given) await remove();
  }
}

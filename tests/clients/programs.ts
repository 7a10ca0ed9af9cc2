import { join } from "node:path";
import { PROGRAMS_FOLDER } from "#tests/clients/support/programs";
import type { Fields } from "#tests/clients/support/test";

/** A program that sends a form. It exits with 0 for a success, and otherwise writes the status. */
export type Program = {
  name: string;
  command: string;
  arguments: (url: string, fields: Fields) => string[];
};

const curl = (options: string, send: (fields: Fields) => string[]): Program => ({
  name: `curl ${options}`,
  command: "curl",
  arguments: (url, fields) => ["--silent", "--show-error", "--fail", ...send(fields), url],
});

const pairs = (option: string, { name, message }: Fields) => [
  ...[option, `name=${name}`],
  ...[option, `message=${message}`],
];

const COMMANDS: readonly Program[] = [
  curl("-d", (fields) => pairs("-d", fields)),
  curl("--data-urlencode", (fields) => pairs("--data-urlencode", fields)),
  curl("-F", (fields) => pairs("-F", fields)),
  curl("--json", (fields) => ["--json", JSON.stringify(fields)]),
  curl("-L -X POST", (fields) => ["-L", "-X", "POST", ...pairs("-d", fields)]),
  {
    name: "wget --post-data",
    command: "wget",
    arguments: (url, { name, message }) => {
      const options = ["--no-verbose", "--output-document=-"];
      return [...options, `--post-data=name=${name}&message=${message}`, url];
    },
  },
];

/** Variants of a script in `tests/clients/programs`: its arguments, by the client's name. */
function script(
  file: string,
  { command, run = [] }: Pick<Program, "command"> & { run?: string[] },
  variants: Readonly<Record<string, string>>,
): Program[] {
  const path = join(PROGRAMS_FOLDER, file);
  return Object.entries(variants).map(([name, variant]) => ({
    name,
    command,
    arguments: (url) => [...run, path, variant, url],
  }));
}

/** Debian's own Python, whatever else is installed: its packages are for it. */
const PYTHON = "/usr/bin/python3";

export const PROGRAMS: readonly Program[] = [
  ...COMMANDS,
  ...script(
    "send.mjs",
    { command: process.execPath },
    {
      "Node fetch": "fetch",
      "Node http": "http",
      "undici, fetch": "undici-fetch",
      "undici, request": "undici-request",
      "got, form": "got-form",
      "got, JSON": "got-json",
      "axios in Node, form": "axios-form",
      "axios in Node, JSON": "axios-json",
      "ky in Node, JSON": "ky-json",
      "superagent in Node, form": "superagent-form",
      "superagent in Node, JSON": "superagent-json",
    },
  ),
  ...script(
    "send.py",
    { command: PYTHON },
    {
      "Python urllib": "urllib",
      "Python requests, data": "requests-data",
      "Python requests, json": "requests-json",
      "Python requests, files": "requests-files",
    },
  ),
  ...script(
    "send.php",
    { command: "php" },
    {
      "PHP streams": "streams",
      "PHP curl, urlencoded": "curl-urlencoded",
      "PHP curl, multipart": "curl-multipart",
    },
  ),
  ...script(
    "send.rb",
    { command: "ruby" },
    { "Ruby Net::HTTP, post_form": "form", "Ruby Net::HTTP, JSON": "json" },
  ),
  ...script(
    "send.go",
    { command: "go", run: ["run"] },
    { "Go net/http, PostForm": "form", "Go net/http, JSON": "json" },
  ),
];

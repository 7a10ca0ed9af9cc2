import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages ?? {};
  } catch {
    return undefined;
  }
}

/** Whether node_modules holds what the lockfile says. */
function isInstalled(root) {
  if (!existsSync(join(root, "node_modules/node/bin"))) return false;
  const installed = readLock(join(root, "node_modules/.package-lock.json"));
  const wanted = readLock(join(root, "package-lock.json"));
  if (!installed) return false;
  if (!wanted) return true;
  return Object.entries(wanted).every(([path, entry]) => {
    const found = installed[path];
    if (path === "" || entry.link) return true;
    if (!found) return entry.optional === true || entry.peer === true;
    const isSame = found.version === entry.version && found.integrity === entry.integrity;
    return isSame && existsSync(join(root, path));
  });
}

function lockAddress(root) {
  const name = `form-intake-install-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  if (process.platform === "linux") return `\0${name}`;
  return join(tmpdir(), `${name}.sock`);
}

/**
 * Listening on a local address is a lock that ends with its holder. Returns a function that releases it and
 * closes the connections of those waiting, or null when another process holds it.
 */
function takeLock(address) {
  const waiting = new Set();
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      waiting.add(socket);
      socket.on("error", () => {});
    });
    server.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
    server.listen(address, () =>
      resolve(() => {
        server.close();
        for (const socket of waiting) socket.destroy();
      }),
    );
  });
}

function waitForHolder(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once("error", () => {
      if (!address.startsWith("\0")) rmSync(address, { force: true });
      setTimeout(resolve, 100);
    });
    socket.once("close", resolve);
  });
}

function runNpm(root, args) {
  const cli = process.env.npm_execpath;
  const endWithParent = ["--import", join(root, "scripts/end-with-parent.mjs")];
  const [program, first] = cli?.endsWith("js")
    ? [process.execPath, [...endWithParent, cli]]
    : ["npm", []];
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...args], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      // Otherwise Prisma's install script looks for a download that isn't needed.
      env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
      shell: process.platform === "win32" && program === "npm",
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`npm ${args[0]} ended with code ${code}`)),
    );
  });
}

/** Installs the packages unless they are there as the lockfile says; one installer at a time. */
export async function installPackages(root) {
  const address = lockAddress(root);
  while (!isInstalled(root)) {
    const release = await takeLock(address);
    if (!release) {
      console.log("Waiting for another start to install the packages");
      await waitForHolder(address);
      continue;
    }
    try {
      if (isInstalled(root)) return;
      console.log("Installing packages (takes about a minute)");
      // npm ci would remove everything first; this follows the lockfile too and doesn't change it. The
      // build needs development packages even with NODE_ENV=production.
      const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
      await runNpm(root, ["install", "--no-save", "--include=dev", ...quiet]);
      if (!isInstalled(root)) throw new Error("npm left node_modules incomplete");
    } finally {
      release();
    }
  }
}

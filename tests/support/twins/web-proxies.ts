import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "#server/start/free-port";
import { eventually } from "#tests/support/factories/service-requests";
import { createAuthority, createCertificate } from "#tests/support/twins/certificates";

/** The host of the examples. */
export const HOST = "forms.example.com";

export type WebProxy = {
  httpPort: number;
  httpsPort: number;
  /** The authority of its certificate. */
  ca: string;
  stop(): Promise<void>;
};

/** Debian installs nginx in a folder that's only in root's PATH. */
const PATH = `${process.env.PATH}:/usr/sbin`;

async function run(program: string, args: readonly string[], dir: string): Promise<ChildProcess> {
  const env = { ...process.env, PATH, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir };
  const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  child.once("exit", (code) => {
    if (code) console.error(`${program} ended with ${code}:\n${output}`);
  });
  await once(child, "spawn");
  return child;
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  await eventually(`a proxy on port ${port}`, async () => {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    // Any response will do: this one has no host that the proxy knows.
    return fetch(`http://127.0.0.1:${port}`, { redirect: "manual" }).then(
      () => true,
      () => undefined,
    );
  });
}

type Start = { config: string; servicePort: number };

async function openFolder() {
  const dir = await mkdtemp(join(tmpdir(), "form-intake-proxy-"));
  // The workers of nginx have an account of their own.
  await chmod(dir, 0o755);
  const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()];
  return { dir, httpPort, httpsPort };
}

function stopper(child: ChildProcess, dir: string): () => Promise<void> {
  return async () => {
    if (child.exitCode === null && child.kill("SIGTERM")) await once(child, "exit");
    await rm(dir, { recursive: true, force: true });
  };
}

/** Runs Debian's nginx with the server blocks of the docs, on other ports and with a certificate of its own. */
export async function startNginx({ config, servicePort }: Start): Promise<WebProxy> {
  const { dir, httpPort, httpsPort } = await openFolder();
  const authority = await createAuthority();
  const { cert, key } = await createCertificate([HOST], { authority });
  await Promise.all([
    writeFile(join(dir, "fullchain.pem"), cert),
    writeFile(join(dir, "privkey.pem"), key),
  ]);
  const own = config
    .replace("listen 80;", `listen 127.0.0.1:${httpPort};`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${httpsPort} ssl`)
    .replaceAll("/etc/letsencrypt/live/forms.example.com", dir)
    .replace("127.0.0.1:3000", `127.0.0.1:${servicePort}`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${dir}/${name};`,
  );
  const lines = [
    "daemon off;",
    `pid ${dir}/pid;`,
    "error_log stderr error;",
    "events {}",
    `http { access_log off; ${temporary.join(" ")}`,
    own,
    "}",
  ];
  const path = join(dir, "nginx.conf");
  await writeFile(path, lines.join("\n"));
  const child = await run("nginx", ["-e", "stderr", "-p", dir, "-c", path], dir);
  await untilListening(child, httpPort);
  return { httpPort, httpsPort, ca: authority.cert, stop: stopper(child, dir) };
}

/** Runs Debian's Caddy with the site of the docs, on other ports and with its local authority. */
export async function startCaddy({ config, servicePort }: Start): Promise<WebProxy> {
  const { dir, httpPort, httpsPort } = await openFolder();
  const options = `{
  admin off
  http_port ${httpPort}
  https_port ${httpsPort}
  local_certs
  skip_install_trust
}
`;
  const path = join(dir, "Caddyfile");
  await writeFile(path, options + config.replace("127.0.0.1:3000", `127.0.0.1:${servicePort}`));
  const child = await run("caddy", ["run", "--config", path, "--adapter", "caddyfile"], dir);
  await untilListening(child, httpPort);
  const root = join(dir, "caddy/pki/authorities/local/root.crt");
  const ca = await eventually("Caddy's authority", () =>
    readFile(root, "utf8").catch(() => undefined),
  );
  return { httpPort, httpsPort, ca, stop: stopper(child, dir) };
}

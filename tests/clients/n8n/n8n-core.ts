import { execFile } from "node:child_process";
import { cp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "#selfhost/checkout";
import { installPackages } from "#tests/clients/support/install-packages";

const run = promisify(execFile);
const HOST = join(ROOT, "tests/clients/n8n/host");
const INSTALLED = join(HOST, "node_modules/n8n-nodes-form-intake");

export const PACKAGE = join(ROOT, "clients/n8n");

export type Json = Record<string, unknown>;
export type Item = { json: Json; pairedItem?: { item: number } };
export type Account = { baseUrl: string; apiToken: string };
type Method<Result> = (this: object) => Promise<Result>;
export type NodeType = {
  description: { name: string; version: number; webhooks?: object[] };
  methods: { loadOptions: { getForms: Method<{ name: string; value: string }[]> } };
  webhookMethods: { default: Record<"checkExists" | "create" | "delete", Method<boolean>> };
  webhook: Method<{ workflowData?: Item[][] }>;
};
type CredentialType = {
  authenticate: { properties: { headers: Json } };
  test: { request: object };
};
type Loader = {
  packageName: string;
  /** As n8n's editor gets them. */
  types: Record<"nodes" | "credentials", object[]>;
  loadAll(): Promise<void>;
  getNode(name: string): { type: NodeType };
  getCredential(name: string): { type: CredentialType };
};
export type N8n = Awaited<ReturnType<typeof installN8n>>;

/** Installs n8n's core and builds the package, which n8n's loader then loads from its folder among n8n's own. */
export async function installN8n() {
  await Promise.all([PACKAGE, HOST].map(installPackages));
  await run("npm", ["run", "build"], { cwd: PACKAGE });
  await rm(INSTALLED, { recursive: true, force: true });
  for (const part of ["package.json", "dist"])
    await cp(join(PACKAGE, part), join(INSTALLED, part), { recursive: true });
  // Otherwise, n8n writes its settings to the home folder, and prints each failed execution.
  Object.assign(process.env, { N8N_USER_FOLDER: process.env.DATA_DIR, N8N_LOG_LEVEL: "silent" });
  const load = createRequire(join(HOST, "package.json"));
  const [core, library] = [load("n8n-core"), load("n8n-workflow")];
  const loader: Loader = new core.PackageDirectoryLoader(INSTALLED);
  await loader.loadAll();
  return { core, library, loader };
}

/** Gives every node the same credentials. n8n's own helper reads them from its database. */
export function createCredentialsHelper({ library, loader }: N8n, account: Account) {
  class OneAccount extends library.ICredentialsHelper {
    getParentTypes = () => [];
    isCredentialUsableByNode = () => true;
    getDecrypted = async () => account;
    preAuthentication = async () => undefined;

    /** Adds the headers that the credentials' type has as expressions. */
    async authenticate(
      $credentials: Account,
      typeName: string,
      request: { headers?: Json },
      { expression }: { expression: { getParameterValue(...input: unknown[]): Json } },
      { name }: { name: string },
    ) {
      const { headers } = loader.getCredential(typeName).type.authenticate.properties;
      const input = [headers, null, 0, 0, name, [], "internal", { $credentials }];
      const resolved = expression.getParameterValue(...input);
      return { ...request, headers: { ...request.headers, ...resolved } };
    }
  }
  return new OneAccount();
}

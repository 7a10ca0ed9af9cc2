import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { ROOT } from "#server/start/checkout";

/** The files of the build that browsers load and cache. */
const STATIC = join(ROOT, ".next/static");

const compress = promisify(brotliCompress);

async function listStatic(ending: string): Promise<string[]> {
  const paths = await readdir(STATIC, { recursive: true });
  return paths.filter((path) => path.endsWith(ending));
}

/** Writes a Brotli copy of each script and stylesheet of the build, a seventh smaller than with gzip. */
export async function compressStatic(): Promise<void> {
  const paths = [...(await listStatic(".js")), ...(await listStatic(".css"))];
  const all = paths.map(async (path) => {
    const file = join(STATIC, path);
    await writeFile(`${file}.br`, await compress(await readFile(file)));
  });
  await Promise.all(all);
}

/** Lists the paths of the files that have a Brotli copy. */
export async function listCompressed(): Promise<ReadonlySet<string>> {
  const copies = await listStatic(".br");
  return new Set(copies.map((path) => `/_next/static/${path.slice(0, -".br".length)}`));
}

import { generateClient } from "#server/start/build";

/** Tests import the generated Prisma client: it is made before the first of them. */
export default async function setup(): Promise<void> {
  await generateClient(console.log);
}

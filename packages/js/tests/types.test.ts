import { join } from "node:path";
import { expect, test } from "vitest";
import { makeClientTypes } from "../../../scripts/openapi-files";
import { ROOT } from "../../../server/start/checkout";

test("the committed types are those of the API (npm run api:types)", async () => {
  const { path, text } = await makeClientTypes();
  await expect(text).toMatchFileSnapshot(join(ROOT, path), "run npm run api:types");
});

import { test } from "playwright/test";
import { installPackages } from "#scripts/install-packages";
import { PROGRAMS_FOLDER } from "#tests/clients/support/programs";

test("the clients' packages can be installed", async () => {
  test.setTimeout(300_000);
  await installPackages(PROGRAMS_FOLDER);
});

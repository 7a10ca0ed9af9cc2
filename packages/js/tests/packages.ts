import { join } from "node:path";
import { installPackages } from "../../../scripts/install-packages";
import { ROOT } from "../../../server/start/checkout";

/** Once, before the tests: one of them makes the types, another packs the client. */
export default () => installPackages(join(ROOT, "packages/js"));

// Writes the types of the document in .output with Kubb, whose command line needs many more packages.
import { build } from "@kubb/core";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";

const { error } = await build({
  config: {
    root: import.meta.dirname,
    input: { path: ".output/openapi.json" },
    output: { path: ".output/kubb", barrelType: false, format: false, lint: false },
    plugins: [
      pluginOas({ validate: true, generators: [] }),
      pluginTs({ output: { path: "types", barrelType: false } }),
    ],
  },
});
if (error) throw error;

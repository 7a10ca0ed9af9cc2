import { n8nCommunityNodesPlugin } from "@n8n/eslint-plugin-community-nodes";
import parser from "@typescript-eslint/parser";
import nodesBase from "eslint-plugin-n8n-nodes-base";

const { recommended } = n8nCommunityNodesPlugin.configs;
const base = { "n8n-nodes-base": nodesBase };

// Rules for n8n's own nodes, which contradict those for packages: n8n turns them off for these, too.
const off = (...names) =>
  Object.fromEntries(names.map((name) => [`n8n-nodes-base/${name}`, "off"]));
const nodes = {
  ...nodesBase.configs.nodes.rules,
  ...off(
    "node-class-description-inputs-wrong-regular-node",
    "node-class-description-outputs-wrong",
  ),
};
const credentials = {
  ...nodesBase.configs.credentials.rules,
  ...off("cred-class-field-documentation-url-miscased"),
};

export default [
  { ignores: ["dist", "tests"] },
  {
    ...recommended,
    files: ["**/*.ts", "package.json"],
    languageOptions: { parser, parserOptions: { extraFileExtensions: [".json"] } },
    // The release knows the author and the repository.
    rules: { ...recommended.rules, "@n8n/community-nodes/valid-author": "off" },
  },
  { files: ["nodes/**/*.ts"], plugins: base, rules: nodes },
  { files: ["credentials/**/*.ts"], plugins: base, rules: credentials },
];

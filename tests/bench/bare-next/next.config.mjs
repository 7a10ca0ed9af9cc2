export default {
  serverExternalPackages: ["pg"],
  outputFileTracingRoot: new URL("../../..", import.meta.url).pathname,
};

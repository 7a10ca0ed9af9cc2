export default {
  serverExternalPackages: ["pg"],
  turbopack: { root: new URL("../../..", import.meta.url).pathname },
};

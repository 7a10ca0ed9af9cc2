// Runs on any Node: only syntax and imports that an old one understands.
var version = process.versions.node.split(".").map(Number);
if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error(
    `Node.js ${process.versions.node} is too old: Form Intake Service needs 20.19 or newer.`,
  );
  process.exit(1);
} else {
  import("./launch.mjs");
}

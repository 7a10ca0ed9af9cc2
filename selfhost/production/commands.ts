/** What `node service.js <command>` runs in a production folder: `selfhost/production/<command>.ts`. */
export const COMMANDS = [
  "start",
  "migrate",
  "backup",
  "restore",
  "secrets:rotate",
  "health",
] as const;

/** The file name of a command, without its extension. */
export const fileOf = (command: string) => command.replaceAll(":", "-");

import { createRequire } from "node:module";
import { defineApp, version as platformVersion } from "zapier-platform-core";
import { addToken, authentication, throwApiError } from "./authentication.js";
import { findMessage } from "./find-message.js";
import { form } from "./form.js";
import { newMessage } from "./new-message.js";

const { version }: { version: string } = createRequire(import.meta.url)("../package.json");

export default defineApp({
  version,
  platformVersion,
  authentication,
  beforeRequest: [addToken],
  afterResponse: [throwApiError],
  triggers: { [newMessage.key]: newMessage, [form.key]: form },
  searches: { [findMessage.key]: findMessage },
});

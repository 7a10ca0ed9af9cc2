import { COMPONENTS, FORMS } from "#tests/clients/forms";
import { PROGRAMS } from "#tests/clients/programs";
import { SCRIPTS } from "#tests/clients/scripts";
import { SVELTEKIT } from "#tests/clients/support/sveltekit";
import type { Rejection } from "#tests/clients/support/test";
import { THEMES, type Theme } from "#tests/clients/themes";
import { expect, test } from "#tests/e2e/support/test";

type Row = { name: string; rejection?: Rejection };

const INTRO = `# Clients

Everything on the web that sends forms should work with a form's URL and nothing else. Each row is a test with the real client
(\`tests/clients\`): browser clients run in Chromium on a page of another origin. The suite writes this page: \`npx playwright test
--project=clients table --update-snapshots\`.

- **Stored once**: the message is stored exactly once, with every character as typed.
- **Success seen**: the client reports a success, by its own definition.
- **Rejection seen**: the client reports a failure for an empty submission and for one to a paused form. Nothing reads a beacon's response.

The visitor pages, and the path from sign-up to the first message in the inbox, are also tested in Firefox (WebDriver BiDi) and WebKitGTK
(WebDriver).
`;

function section(title: string, rows: readonly Row[]): string {
  const lines = rows.map(
    ({ name, rejection }) => `| ${name} | ✓ | ✓ | ${rejection === "not reported" ? "–" : "✓"} |`,
  );
  const head =
    "| client | stored once | success seen | rejection seen |\n| --- | --- | --- | --- |";
  return `\n## ${title}\n\n${head}\n${lines.join("\n")}\n`;
}

const THEMES_INTRO = `
## Scripts of themes

Themes and websites have scripts that were made for another form service, or for a PHP mailer. Each of them checks something different to
find out whether the message was sent. Each row is a test of the same name in \`tests/clients/themes.spec.ts\`: a page on another origin with
such a script, in which only the form's URL was changed. The visitor sees the theme's own success for a message that was stored, and its own
error for one with an invalid email address, which isn't stored. Two clicks store one message.

A script that only accepts the text \`"true"\` for \`success\` isn't covered, because we send \`true\`. Scripts that check for the text \`OK\` need
the form's setting **Answer for scripts**.
`;

function themes(rows: readonly Theme[]): string {
  const lines = rows.map(({ name, tests, scriptAnswer }) => {
    const setting = scriptAnswer === "text" ? "The text OK" : "–";
    return `| ${name} | ${tests} | ${setting} | ✓ | ✓ | ✓ |`;
  });
  const head =
    "| theme | tests for | setting | success seen | rejection seen | two clicks, one message |\n| --- | --- | --- | --- | --- | --- |";
  return `${THEMES_INTRO}\n${head}\n${lines.join("\n")}\n`;
}

test("docs/clients.md lists every client of this suite", () => {
  const page = [
    INTRO,
    section("Forms without a script", FORMS),
    section("Scripts in the browser", SCRIPTS),
    themes(THEMES),
    section("Form libraries", [...COMPONENTS, { name: SVELTEKIT }]),
    section("Programs", PROGRAMS),
  ];
  expect(page.join("")).toMatchSnapshot("clients.md");
});

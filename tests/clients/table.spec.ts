import { COMPONENTS, FORMS } from "#tests/clients/forms";
import { PROGRAMS } from "#tests/clients/programs";
import { SCRIPTS } from "#tests/clients/scripts";
import { SVELTEKIT } from "#tests/clients/support/sveltekit";
import type { Rejection } from "#tests/clients/support/test";
import { THEMES, type Theme } from "#tests/clients/themes";
import { expect, test } from "#tests/e2e/support/test";

type Row = { name: string; rejection?: Rejection };

const INTRO = `# Clients

Everything on the web that sends forms should work with a form's address and nothing else. Each row is a test with the real client
(\`tests/clients\`): those for the browser run in Chromium on a page of another origin. The suite writes this page: \`npx playwright test
--project=clients table --update-snapshots\`.

- **Stored once**: the message is stored exactly once, with every character as typed.
- **Success seen**: the client calls it a success, by its own definition.
- **Rejection seen**: the client calls an empty submission and one to a paused form failures. A beacon's response is read by no one.

The visitor pages, and the way from sign-up to the first message in the inbox, also run in Firefox (WebDriver BiDi) and WebKitGTK
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

Themes and websites have scripts that were made for another form service, or for a mailer in PHP. Each of them decides by something else
whether the message was sent. Each row is a test of the same name in \`tests/clients/themes.spec.ts\`: a page of another origin with such
a script, whose form's address is the only thing that was changed. The visitor sees the theme's own success for a message that was stored, and
its own error for one with a wrong address, which isn't stored. Two clicks store one message.

A script that tests \`success\` for the text \`"true"\` alone isn't covered: we send \`true\`. Those that test for the text \`OK\` need
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

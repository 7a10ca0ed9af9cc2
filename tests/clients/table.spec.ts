import { COMPONENTS, FORMS } from "#tests/clients/forms";
import { PROGRAMS } from "#tests/clients/programs";
import { SCRIPTS } from "#tests/clients/scripts";
import { SVELTEKIT } from "#tests/clients/support/sveltekit";
import type { Rejection } from "#tests/clients/support/test";
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

test("docs/clients.md lists every client of this suite", () => {
  const page = [
    INTRO,
    section("Forms without a script", FORMS),
    section("Scripts in the browser", SCRIPTS),
    section("Form libraries", [...COMPONENTS, { name: SVELTEKIT }]),
    section("Programs", PROGRAMS),
  ];
  expect(page.join("")).toMatchSnapshot("clients.md");
});

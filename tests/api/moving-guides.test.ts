import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diagnoseForm } from "#lib/domain/diagnostics/diagnose-form";
import { ROOT } from "#server/start/checkout";
import { BROWSER_ACCEPT, postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { importedRows, importFile } from "#tests/support/factories/import-factories";
import { readBlocks } from "#tests/support/guides/blocks";
import { fixtureBytes } from "#tests/support/imports/read-fixture";

/** `notes`: fields of the other service that the doctor mentions. They have no effect, and may stay. */
type Move = { file: string; messages: number; spam?: number; notes?: string[] };

/** Each guide with an export that has its service's columns, and the result. */
const MOVES: Readonly<Record<string, Move>> = {
  "from-formspree": { file: "formspree.csv", messages: 2, spam: 1 },
  "from-netlify": { file: "netlify.csv", messages: 2, notes: ["form-name"] },
  "from-basin": { file: "basin.json", messages: 2, spam: 1 },
  "from-getform": { file: "getform.csv", messages: 2 },
  "from-formspring": { file: "formspring.csv", messages: 2, spam: 1 },
  "from-typeform": { file: "typeform.csv", messages: 2 },
  "from-tally": { file: "tally.csv", messages: 2 },
  "from-google-forms": { file: "google-forms.csv", messages: 2 },
  "from-gravity-forms": { file: "gravity-forms.csv", messages: 2 },
  "from-contact-form-7": { file: "flamingo.csv", messages: 2, notes: ["_wpcf7"] },
  "from-wpforms": { file: "wpforms.csv", messages: 2 },
};

/** Fields that people leave empty. */
const HONEYPOTS = ["_gotcha", "bot-field", "botcheck"];

const attributeOf = (tag: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

/** What a browser sends for the form of a guide that someone has filled in. */
function fillIn(html: string): [string, string][] {
  const tags = html.match(/<(input|textarea)\b[^>]*>/g) ?? [];
  return tags.flatMap((tag): [string, string][] => {
    const name = attributeOf(tag, "name");
    const type = attributeOf(tag, "type") ?? "text";
    if (name === undefined) return [];
    if (type === "checkbox" && !/\bchecked\b/.test(tag)) return [];
    const value = attributeOf(tag, "value");
    if (HONEYPOTS.includes(name)) return [[name, ""]];
    if (value !== undefined) return [[name, value]];
    return [[name, type === "email" ? "grace@birch.example" : `Grace on ${name}`]];
  });
}

test.each(Object.entries(MOVES))(
  "%s: the old site's form posts here, its history is here, and the form doctor finds no problem",
  async (guide, { file, messages, spam = 0, notes = [] }) => {
    const markdown = readFileSync(join(ROOT, `docs/guides/${guide}.md`), "utf8");
    const [code] = readBlocks(guide, markdown).filter(({ language }) => language === "html");
    const { ctx, form } = await createOwnForm();
    const posted = fillIn(code?.code ?? "");
    const answer = await postVisit(form.publicKey, {
      form: posted,
      headers: { accept: BROWSER_ACCEPT, origin: "https://www.birch.example" },
    });
    expect(answer.status).toBe(303);

    const done = await importFile(ctx, form.id, fixtureBytes(file), { filename: file });
    expect(done).toMatchObject({ status: "completed", imported: messages, problems: [] });
    const rows = await importedRows({ formId: form.id });
    const folders = Object.groupBy(rows, ({ folder }) => folder);
    expect(folders.inbox).toHaveLength(1);
    expect(folders.archive ?? []).toHaveLength(messages - spam);
    expect(folders.spam ?? []).toHaveLength(spam);

    const [now] = folders.inbox ?? [];
    const names = (row: (typeof rows)[number]) => row.fields.map(([name]) => name);
    const before = new Set((folders.archive ?? []).flatMap(names));
    const shared = names(now as (typeof rows)[number]).filter((name) => before.has(name));
    expect(
      shared.length,
      `${names(now as (typeof rows)[number])} / ${[...before]}`,
    ).toBeGreaterThan(1);
    expect(await diagnoseForm(ctx, form.id)).toEqual(
      notes.map((name) =>
        expect.objectContaining({ severity: "note", what: expect.stringContaining(`“${name}”`) }),
      ),
    );
  },
);

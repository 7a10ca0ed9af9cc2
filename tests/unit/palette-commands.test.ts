import { FileText } from "lucide-react";
import { expect, test } from "vitest";
import { FORM_PAGES, FORM_TABS } from "#components/shell/form-places.ts";
import { findCommands, groupCommands } from "#components/shell/palette-commands.ts";
import { listSettingsTabs, listWorkspacePlaces, SETTINGS_PAGES } from "#components/shell/places.ts";

function found(search: string, ...names: (string | [label: string, ...words: string[]])[]) {
  const commands = names.map((name) => {
    const [label, ...words] = typeof name === "string" ? [name] : name;
    return { label, words, Icon: FileText, href: "/" };
  });
  return findCommands(commands, search, 10).commands.map(({ label }) => label);
}

test("finds names that contain every search term in any order", () => {
  expect(found("tok", "API tokens", "Inbox")).toEqual(["API tokens"]);
  expect(found("token api", "API tokens", "Test inbox")).toEqual(["API tokens"]);
  expect(found("api inbox", "API tokens", "Test inbox")).toEqual([]);
  expect(found("from ada", "Forms", "Data and privacy"), "scattered letters").toEqual([]);
});

test("ranks a name that starts with the search before one that contains it", () => {
  expect(found("inbox", "Test inbox", ["Archive", "inbox"], "Inbox")[0]).toBe("Inbox");
});

test("ignores accents and case in any script", () => {
  expect(found("zoe", "Zoë’s café")).toEqual(["Zoë’s café"]);
  expect(found("CAFÉ", "Zoë’s cafe")).toEqual(["Zoë’s cafe"]);
  for (const typed of ["istanbul", "ISTANBUL", "İSTANBUL"])
    expect(found(typed, "İstanbul")).toEqual(["İstanbul"]);
  for (const typed of ["ılık", "ILIK", "ilik"])
    expect(found(typed, "Ilık su")).toEqual(["Ilık su"]);
  expect(found("問い", "お問い合わせ")).toEqual(["お問い合わせ"]);
  expect(found("конт", "Форма контакта")).toEqual(["Форма контакта"]);
});

test("returns commands in order, up to the limit, if the search is empty", () => {
  const commands = ["B", "A", "C"].map((label) => ({ label, Icon: FileText, href: "/" }));
  expect(findCommands(commands, "", 2).commands.map(({ label }) => label)).toEqual(["B", "A"]);
});

test("finds symbols only in names that contain them", () => {
  expect(found("###", "Inbox")).toEqual([]);
  expect(found("(", "Contact (old)")).toEqual(["Contact (old)"]);
});

test("members don't find what only owners can use", () => {
  const search = (text: string, isOwner: boolean) =>
    groupCommands(text, { forms: [], pageCommands: [], isOwner }).flatMap(({ commands }) =>
      commands.map(({ label }) => label),
    );
  for (const [text, label] of [
    ["tokens", "API tokens"],
    ["token", "Create an API token"],
    ["backup", "Export everything"],
    ["delete workspace", "Delete workspace"],
  ] as const) {
    expect(search(text, true)).toContain(label);
    expect(search(text, false)).not.toContain(label);
  }
  expect(search("members", false)).toContain("Members");
});

test("finds every page of a form and of the settings", () => {
  const forms = [{ id: "f", name: "Contact" }];
  const hrefs = (search: string) =>
    groupCommands(search, { forms, pageCommands: [], isOwner: true }).flatMap(({ commands }) =>
      commands.flatMap((command) => ("href" in command ? [command.href] : [])),
    );
  for (const { path, label } of FORM_PAGES)
    expect(hrefs(`contact ${label}`)).toContain(`/forms/f${path}`);
  for (const { href, label } of SETTINGS_PAGES) expect(hrefs(label)).toContain(href);
});

test("finds a form's pages also by their tab and by the names of earlier releases", () => {
  const forms = [{ id: "f", name: "Contact" }];
  const first = (search: string) => {
    const groups = groupCommands(`contact ${search}`, { forms, pageCommands: [], isOwner: true });
    return groups.flatMap(({ commands }) =>
      commands.flatMap((command) => ("href" in command ? [command.href] : [])),
    );
  };
  expect(first("webhook")).toEqual(["/forms/f/integrations"]);
  expect(first("destinations")).toEqual(["/forms/f/integrations"]);
  expect(first("notify")).toEqual(
    expect.arrayContaining(["/forms/f/notify", "/forms/f/notify/routing"]),
  );
  expect(FORM_TABS.map(({ label }) => label)).toEqual([
    "Messages",
    "Form",
    "Install",
    "Notify",
    "Integrations",
    "Settings",
  ]);
});

test("the navigation ends with the settings and the documentation, and operators have one more place", () => {
  const labels = (isOperator: boolean) => listWorkspacePlaces(isOperator).map(({ label }) => label);
  expect(labels(false)).toEqual(["Settings", "Docs"]);
  expect(labels(true)).toContain("Service status");
});

test("the settings lead members to nothing for owners, and to no test inbox where emails are delivered", () => {
  const labels = (viewer: Partial<Parameters<typeof listSettingsTabs>[0]>) =>
    listSettingsTabs({ isOwner: true, isCaptured: true, ...viewer }).map(({ label, sections }) => [
      label,
      ...sections.map((section) => section.label),
    ]);
  expect(labels({})).toEqual([
    ["Workspace", "General", "Saved replies"],
    ["People", "Members", "Recipients", "Your notifications"],
    ["Brand", "Brand"],
    ["Developers", "API tokens", "Test inbox"],
    ["Usage", "Usage", "Spam filter"],
    ["Security", "Account and security", "Company sign-in"],
    ["Data", "Data and privacy", "Audit log"],
  ]);
  expect(labels({ isOwner: false }).flat()).not.toContain("API tokens");
  expect(labels({ isOwner: false }).flat()).not.toContain("Audit log");
  expect(labels({ isOwner: false }).flat()).not.toContain("Brand");
  expect(labels({ isOwner: false }).flat()).not.toContain("Company sign-in");
  expect(labels({ isCaptured: false }).flat()).not.toContain("Test inbox");
  expect(labels({ isOwner: false, isCaptured: false }).flat()).not.toContain("Developers");
});

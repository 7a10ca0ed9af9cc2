import { expect, test } from "vitest";
import { db, transaction } from "#lib/adapters/db/database";
import { exportWorkspace } from "#lib/domain/accounts/export-workspace";
import { removeWorkspace } from "#lib/domain/accounts/workspace";
import { listAudit } from "#lib/domain/audit/list-audit";
import { getBrand, saveBrand } from "#lib/domain/brand/brand";
import { SaveBrandInput } from "#lib/domain/brand/brand-schema";
import { forWeb } from "#lib/entry/http/http-types";
import { showHostedForm } from "#lib/entry/intake/hosted-form";
import { showLogo } from "#lib/entry/intake/show-logo";
import { openPage } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import { BIRCH, brandWorkspace } from "#tests/support/factories/brand-factories";
import { createOwnForm, createWorkspace } from "#tests/support/factories/factories";
import { addMember } from "#tests/support/factories/member-factories";
import { PNG, readZip, SAMPLES } from "#tests/support/factories/sample-files";
import { changeSettings } from "#tests/support/setup/change-settings";

const ORIGIN = "http://localhost:3000";
const KB = 1024;
const padded = (size: number) => Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]);

/** Requests a logo like the page that shows it. */
const open = (url: string) =>
  forWeb(showLogo)(new Request(url), /\/f\/([^/]+)\/logo/.exec(url)?.[1] ?? "");

const inputOf = (changes: object) =>
  SaveBrandInput.safeParse({ revision: null, ...BIRCH, ...changes });

test.each([
  ["name", ""],
  ["name", "  "],
  ["name", "x".repeat(81)],
  ["name", "Birch\nBcc: eve@example.com"],
  ["name", "Birch\u0000"],
  ["name", "Birch \u202eoC"],
  ["name", "\u200b"],
  ["replyName", "x".repeat(61)],
  ["replyName", "Birch\r\nTo: eve@example.com"],
  ["replyName", "evil.example"],
  ["replyName", "Your bank: https://evil.example"],
  ["replyName", "support@bank.example"],
  ["replyName", "Birch \u2066Co"],
  ["color", "red"],
  ["color", "#fff"],
  ["color", "#1f6f43;background:url(//evil.example)"],
  ["color", "</style><script>"],
  ["logoUrl", "https://evil.example/x.png"],
])("%s can't be %j", (path, value) => {
  const { error } = inputOf({ [path]: value });
  expect(error?.issues.map((issue) => issue.path[0] ?? path)).toContain(path);
});

test("a brand is saved as a whole with its logo, and everything of it can be removed again", async () => {
  const { ctx } = await createWorkspace();
  const nothing = { revision: null, name: null, replyName: null, color: null, logoUrl: null };
  expect(await getBrand(ctx)).toEqual(nothing);
  const saved = await brandWorkspace({ ctx }, { color: "#1F6F43", replyName: "Ada" }, PNG);
  expect(saved).toEqual({
    ...BIRCH,
    replyName: "Ada",
    revision: expect.any(String),
    logoUrl: expect.stringMatching(new RegExp(`^${ORIGIN}/f/\\w{24}/logo\\?v=[\\w-]{16}$`)),
  });
  expect(await getBrand(ctx)).toEqual(saved);
  const kept = await brandWorkspace({ ctx }, { name: null, color: null });
  expect(kept).toMatchObject({ name: null, color: null, logoUrl: saved.logoUrl });
  const bare = await brandWorkspace({ ctx }, { name: null, color: null }, "remove");
  expect(bare).toEqual({ ...nothing, revision: expect.any(String) });
  expect((await open(saved.logoUrl ?? "")).status).toBe(404);
});

test("of two saves with one revision the second is rejected, with its logo", async () => {
  const { ctx } = await createWorkspace();
  const input = (name: string) => SaveBrandInput.parse({ ...BIRCH, name, revision: null });
  const results = await Promise.allSettled([
    saveBrand(ctx, input("One"), new Uint8Array(PNG)),
    saveBrand(ctx, input("Two"), new Uint8Array(SAMPLES.webp ?? PNG)),
  ]);
  const [saved] = results.filter((result) => result.status === "fulfilled");
  const [rejected] = results.filter((result) => result.status === "rejected");
  expect(rejected?.reason).toMatchObject({ code: "revision_conflict" });
  expect(await getBrand(ctx)).toEqual(saved?.value);
});

test.each<[string, Buffer]>([
  ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["nothing", Buffer.alloc(0)],
  ["a PDF", SAMPLES.pdf ?? PNG],
])("%s is no logo, and nothing else of that save counts", async (_, file) => {
  const { ctx } = await createWorkspace();
  await brandWorkspace({ ctx }, {}, PNG);
  const before = await getBrand(ctx);
  await expectRejection(brandWorkspace({ ctx }, { name: "Other" }, file), "validation_failed", {
    details: [{ path: "logo", message: "must be a PNG, JPEG, or WebP image" }],
  });
  expect(await getBrand(ctx)).toEqual(before);
});

test("a logo has at most 200 KB, also by the table's own rule, and none is stored with UPLOAD_FILES=0", async () => {
  const { ctx } = await createWorkspace();
  await brandWorkspace({ ctx }, {}, padded(200 * KB));
  const large = padded(200 * KB + 1);
  await expect(brandWorkspace({ ctx }, {}, large)).rejects.toMatchObject({
    details: [{ path: "logo", message: "must be at most 200 KB" }],
  });
  const change = db().workspaceLogo.updateMany({
    where: { workspaceId: ctx.workspaceId },
    data: { bytes: new Uint8Array(large) },
  });
  await expect(change).rejects.toThrow(/workspace_logos_bytes_check/);
  changeSettings({ uploadFiles: 0 });
  await expectRejection(brandWorkspace({ ctx }, {}, PNG), "uploads_disabled");
  await brandWorkspace({ ctx }, { name: "Still" });
});

test("a logo is served under the type of its content, without scripts, and keeps its key when it's replaced", async () => {
  const { ctx } = await createWorkspace();
  const page = Buffer.concat([PNG, Buffer.from("<!doctype html><script>alert(1)</script>")]);
  const first = (await brandWorkspace({ ctx }, {}, page)).logoUrl ?? "";
  const response = await open(first);
  expect(Buffer.from(await response.bytes()).equals(page)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "public, max-age=86400, immutable",
  });
  const second = (await brandWorkspace({ ctx }, {}, SAMPLES.webp)).logoUrl ?? "";
  expect(second).not.toBe(first);
  // What was sent shows the new one.
  const old = await open(first);
  expect([old.status, old.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect(old.headers.get("cache-control")).toBe("no-cache");
});

test("the key of a brand's logo is no form", async () => {
  const { ctx } = await createWorkspace();
  const { logoUrl } = await brandWorkspace({ ctx }, {}, PNG);
  const key = /\/f\/(\w+)\//.exec(logoUrl ?? "")?.[1] ?? "";
  expect((await openPage(showHostedForm, key)).status).toBe(404);
});

test("only owners change the brand, and each change is in the audit log with what visitors read", async () => {
  const workspace = await createWorkspace();
  const member = await addMember(workspace, "member");
  await expectRejection(brandWorkspace(member, {}, PNG), "owner_required");
  await brandWorkspace(workspace, {}, PNG);
  const { data } = await listAudit(workspace.ctx, { limit: 5 });
  const entries = data.filter(({ action }) => action.startsWith("workspace.brand"));
  expect(entries).toMatchObject([
    {
      action: "workspace.brand_saved",
      details: {
        changed: expect.arrayContaining(["name", "color", "logoUrl"]),
        to: { name: "Birch & Co" },
      },
    },
  ]);
});

test("an export of the workspace has the brand and its logo", async () => {
  const { ctx } = await createOwnForm();
  const brand = await brandWorkspace({ ctx }, {}, SAMPLES.jpg);
  const zip = readZip(Buffer.from(await new Response(await exportWorkspace(ctx)).arrayBuffer()));
  expect(JSON.parse(String(zip.get("workspace.json")))).toMatchObject({ brand });
  expect(zip.get("logos/workspace.jpeg")).toEqual(SAMPLES.jpg);
});

test("a deleted workspace has no brand anymore, at once", async () => {
  const workspace = await createWorkspace();
  const { logoUrl } = await brandWorkspace(workspace, {}, PNG);
  await transaction((tx) => removeWorkspace(tx, workspace.ctx, workspace.user.id));
  expect((await open(logoUrl ?? "")).status).toBe(404);
  const where = { workspaceId: workspace.id };
  expect(await db().workspaceBrand.count({ where })).toBe(0);
});

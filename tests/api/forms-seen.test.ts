import { expect, test } from "vitest";
import { AppError } from "#lib/core/errors";
import { getForm } from "#lib/forms/forms";
import { updateForm } from "#lib/forms/update-form";
import { connectTurnstile } from "#lib/turnstile/turnstile";
import { createForm, createWorkspace } from "#tests/support/factories/factories";

const rejected = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => expect.unreachable("expected a rejection"),
    (failure: unknown) => (failure instanceof AppError ? failure : expect.unreachable()),
  );

const WIDGET = {
  siteKey: "0x4AAAAAAAsite",
  secretKey: "0x4AAAAAAAsecret",
  hostnames: ["www.example.com"],
  enabled: true,
};

test("accepts changes to different properties from two people who saw the same version", async () => {
  const workspace = await createWorkspace();
  const { ctx } = workspace;
  const { id, name, recipientIds, settings } = await createForm(workspace);
  const shown = { name, recipientIds, settings };
  await updateForm(ctx, id, { ...shown, name: "By one" }, shown);
  const subject = { ...shown, settings: { ...settings, subject: "By another" } };
  await updateForm(ctx, id, subject, shown);
  expect(await getForm(ctx, id)).toMatchObject({
    name: "By one",
    settings: { subject: "By another" },
  });
});

test("rejects and names changes to properties that have changed since they were read", async () => {
  const workspace = await createWorkspace();
  const { ctx } = workspace;
  const { id, name, recipientIds, settings } = await createForm(workspace);
  const shown = { name, recipientIds, settings };
  const days = (retentionDays: number) => ({
    ...shown,
    settings: { ...settings, uploads: { ...settings.uploads, retentionDays } },
  });
  await updateForm(ctx, id, { ...days(5), name: "By one" }, shown);
  const failure = await rejected(updateForm(ctx, id, { ...days(9), name: "By another" }, shown));
  expect(failure.code).toBe("revision_conflict");
  expect(failure.details?.map(({ path }) => path)).toEqual([
    "name",
    "settings.uploads.retentionDays",
  ]);
  expect(await getForm(ctx, id)).toMatchObject({
    name: "By one",
    settings: { uploads: { retentionDays: 5 } },
  });
});

test("rejects one of two concurrent saves of the same property", async () => {
  const workspace = await createWorkspace();
  const { ctx } = workspace;
  const { id, name, recipientIds, settings } = await createForm(workspace);
  const shown = { name, recipientIds, settings };
  const saves = ["A", "B"].map((mine) => updateForm(ctx, id, { ...shown, name: mine }, shown));
  const outcomes = await Promise.allSettled(saves);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("rejects a widget change if the widget was saved since it was read", async () => {
  const workspace = await createWorkspace();
  const { ctx } = workspace;
  const { id } = await createForm(workspace);
  const { updatedAt } = await connectTurnstile(ctx, id, WIDGET, { seenAt: null });
  for (const seen of [null, updatedAt - 1]) {
    const failure = await rejected(
      connectTurnstile(ctx, id, { ...WIDGET, siteKey: "0x4b" }, { seenAt: seen }),
    );
    expect(failure.code).toBe("revision_conflict");
  }
  const saved = await connectTurnstile(
    ctx,
    id,
    { ...WIDGET, siteKey: "0x4c" },
    { seenAt: updatedAt },
  );
  expect(saved.siteKey).toBe("0x4c");
});

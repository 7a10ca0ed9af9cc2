import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { forgetWords } from "#lib/domain/spam/forget-words";
import { learnWords } from "#lib/domain/spam/learn-words";
import { readWords } from "#lib/domain/spam/word-model";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { createSubmission } from "#tests/support/factories/message-factories";

const SPAM = (n: number) => `Boost your ranking with guest posts number ${n}, cheap backlinks`;
const GOOD = (n: number) => `Is the blue chair in stock, and when is order ${n} delivered?`;

async function setUp() {
  const { workspace, form, ctx } = await createOwnForm();
  const write = async (message: string, email = `${newId()}@example.com`) =>
    (await createSubmission(workspace, form, { fields: { email, message } })).id;
  const mark = async (count: number, folder: "spam" | "archive", text: (n: number) => string) => {
    const ids = await Promise.all(Array.from({ length: count }, (_, n) => write(text(n))));
    await updateSubmissions(ctx, ids, { folder });
    return ids;
  };
  const learn = async () => {
    await learnWords();
    await readWords(ctx);
  };
  const wordsKept = () =>
    db().spamWord.findMany({ where: { workspaceId: workspace.id }, orderBy: { hash: "asc" } });
  const send = async (message: string) => {
    const json = { email: `${newId()}@example.org`, message };
    return getSubmission(ctx, await acceptedId(await postVisit(form.publicKey, { json })));
  };
  return { workspace, ctx, write, mark, learn, wordsKept, send };
}

test("a workspace's words are silent below 20 messages of each kind, then count, and say enough from 50 and 100 on", async () => {
  const { mark, learn, send } = await setUp();
  await mark(20, "spam", SPAM);
  await mark(19, "archive", GOOD);
  await learn();
  const pitch = "Guest posts with cheap backlinks boost your ranking";
  expect(await send(pitch)).toMatchObject({ signals: [] });
  await mark(1, "archive", GOOD);
  await learn();
  expect(await send(`${pitch} today`)).toMatchObject({
    suspected: false,
    signals: [{ code: "words", points: 1 }],
  });
  await mark(30, "spam", SPAM);
  await mark(80, "archive", GOOD);
  await learn();
  expect(await send(`${pitch} now`)).toMatchObject({
    suspected: true,
    signals: [{ code: "words", points: 3 }],
  });
  expect(await send("When is my order delivered?")).toMatchObject({ signals: [] });
});

test("a word that fewer than three senders used can't be read anywhere, nor can who used it", async () => {
  const { write, ctx, learn, wordsKept } = await setUp();
  const secret = "Chrysoprase";
  const ids = [
    await write(`${secret} one`, "ada@example.com"),
    await write(`${secret} two`, "ADA@example.com"),
    await write(`${secret} three`, "bob@example.com"),
  ];
  await updateSubmissions(ctx, ids, { folder: "spam" });
  await learn();
  const before = await wordsKept();
  expect(before.every(({ word }) => word === null)).toBe(true);
  expect(JSON.stringify(before)).not.toMatch(/chrysoprase|ada@|bob@/i);
  const third = await write(`${secret} four`, "eve@example.com");
  await updateSubmissions(ctx, [third], { folder: "spam" });
  await learn();
  const shared = (await wordsKept()).filter(({ word }) => word !== null && !word.startsWith("is:"));
  expect(shared).toMatchObject([{ word: "chrysoprase", senders: [], spam: 4, good: 0 }]);
});

test("a message whose mark is taken back, or changed, counts as it's marked now", async () => {
  const { workspace, ctx, mark, learn } = await setUp();
  const ids = await mark(4, "spam", SPAM);
  await learn();
  const model = () => db().spamModel.findUnique({ where: { workspaceId: workspace.id } });
  expect(await model()).toMatchObject({ spam: 4, good: 0 });
  await learn();
  expect(await model(), "once").toMatchObject({ spam: 4, good: 0 });
  await updateSubmissions(ctx, ids.slice(0, 3), { folder: "inbox" });
  await learn();
  expect(await model()).toMatchObject({ spam: 1, good: 3 });
  const word = { workspaceId: workspace.id, word: "backlinks" };
  expect(await db().spamWord.findFirst({ where: word })).toMatchObject({ spam: 1, good: 3 });
});

test("two runs at the same moment learn each message once", async () => {
  const { workspace, mark } = await setUp();
  await mark(60, "spam", SPAM);
  await Promise.all([learnWords(), learnWords(), learnWords()]);
  await learnWords();
  expect(await db().spamModel.findUnique({ where: { workspaceId: workspace.id } })).toMatchObject({
    spam: 60,
    good: 0,
  });
});

test("a workspace keeps 20,000 words at most: those seen least recently are forgotten", async () => {
  const { workspace, mark, learn } = await setUp();
  await db().$executeRaw`
    INSERT INTO spam_words (workspace_id, hash, word, senders, spam, good, seen_at)
    SELECT ${workspace.id}::uuid, decode(lpad(to_hex(n), 32, '0'), 'hex'), 'word' || n, '{}', 1, 1,
      now() - n * interval '1 minute'
    FROM generate_series(1, 20000) n`;
  await mark(1, "spam", SPAM);
  await learn();
  const where = { workspaceId: workspace.id };
  expect(await db().spamWord.count({ where })).toBe(19_000);
  expect(await db().spamWord.count({ where: { ...where, word: "word20000" } })).toBe(0);
  expect(await db().spamWord.count({ where: { ...where, word: "word1" } })).toBe(1);
});

test("forgotten words are gone, and messages marked before don't count again", async () => {
  const { workspace, ctx, mark, learn, wordsKept } = await setUp();
  await mark(5, "spam", SPAM);
  await learn();
  await mark(2, "spam", SPAM);
  await forgetWords(ctx);
  await learn();
  expect(await wordsKept()).toEqual([]);
  expect(await db().spamModel.count({ where: { workspaceId: workspace.id } })).toBe(0);
});

test("what one workspace learns says nothing in another", async () => {
  const [one, two] = [await setUp(), await setUp()];
  await one.mark(50, "spam", SPAM);
  await one.mark(100, "archive", GOOD);
  await one.learn();
  await readWords(two.ctx);
  expect(await two.send(SPAM(1))).toMatchObject({ signals: [] });
  expect(await one.send(SPAM(1))).toMatchObject({ suspected: true });
});

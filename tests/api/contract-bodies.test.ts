import { expect } from "vitest";
import { errorOf } from "#tests/support/contract/api";
import {
  guarantee,
  mutations,
  withBody,
  withoutBody,
  withRequiredBody,
} from "#tests/support/contract/contract-cases";
import {
  leavesOf,
  objectsOf,
  withUnknown,
  wrongEverywhere,
} from "#tests/support/contract/json-paths";

const KIB = 1024;

async function* chunked(text: string) {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.byteLength; start += 1000)
    yield bytes.subarray(start, start + 1000);
}

guarantee("wrong types are reported all together, by path", withBody, async ({ call, sample }) => {
  const answer = await call({ body: wrongEverywhere(sample.body) });
  const { details } = errorOf(answer, "validation_failed");
  expect(details?.map(({ path }) => path).toSorted()).toEqual(leavesOf(sample.body).toSorted());
});

guarantee("unknown properties are named, at every depth", withBody, async ({ call, sample }) => {
  for (const at of objectsOf(sample.body)) {
    if (sample.freeObjects?.includes(at)) continue;
    const answer = await call({ body: withUnknown(sample.body, at) });
    const path = at === "" ? "unknownProperty" : `${at}.unknownProperty`;
    expect(errorOf(answer, "validation_failed").paths, at).toEqual([path]);
  }
  const rawBody = JSON.stringify(sample.body).replace("{", '{"__proto__":{"name":"x"},');
  expect(errorOf(await call({ rawBody }), "validation_failed").paths).toEqual(["__proto__"]);
});

guarantee("a body that is no object is rejected", mutations, async ({ call }) => {
  for (const body of [[], null, "text", 0, true, [{}]])
    expect(errorOf(await call({ body }), "validation_failed").paths).toEqual([""]);
});

guarantee("characters that cannot be stored are named", withBody, async ({ call, sample }) => {
  for (const text of ["a\u0000b", "a\ud800b"]) {
    const [name = ""] = leavesOf(sample.body).filter((path) => !path.includes("."));
    const answer = await call({ body: { ...sample.body, [name]: text } });
    expect(errorOf(answer, "validation_failed").paths).toContain(name);
  }
});

guarantee("exactly 32 KiB are taken", mutations, async ({ call, sample }) => {
  const rawBody = JSON.stringify(sample.body ?? {}).padEnd(32 * KIB);
  expect((await call({ rawBody })).status).toBe(sample.status);
});

guarantee("exactly 32 KiB in chunks are taken", mutations, async ({ call, sample }) => {
  const rawBody = chunked(JSON.stringify(sample.body ?? {}).padEnd(32 * KIB));
  expect((await call({ rawBody })).status).toBe(sample.status);
});

guarantee("one byte over 32 KiB is too large", mutations, async ({ call, sample }) => {
  const text = JSON.stringify(sample.body ?? {}).padEnd(32 * KIB + 1);
  const declared = { "content-length": String(text.length) };
  errorOf(await call({ rawBody: text, headers: declared }), "body_too_large");
  errorOf(await call({ rawBody: chunked(text) }), "body_too_large");
  expect((await call()).status, "the body was never looked at").toBe(sample.status);
});

guarantee("invalid JSON is rejected", mutations, async ({ call }) => {
  for (const rawBody of ["{", "{'a':1}", "{}{}", '{"a":1,}', "undefined", "\u00a0{}"])
    errorOf(await call({ rawBody }), "invalid_json");
});

guarantee("invalid UTF-8 is rejected", mutations, async ({ call }) => {
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x7b, 0x22, 0xc3, 0x22, 0x7d],
    [0xed, 0xa0, 0x80],
  ])
    errorOf(await call({ rawBody: Uint8Array.from(bytes) }), "invalid_json");
});

guarantee("other media types are rejected", mutations, async ({ call, sample }) => {
  const types = ["text/plain", "application/x-www-form-urlencoded", "application/json5", ""];
  const rawBody = JSON.stringify(sample.body ?? { a: 1 });
  for (const type of [...types, "multipart/form-data; boundary=x"])
    errorOf(await call({ rawBody, headers: { "content-type": type } }), "unsupported_media_type");
});

guarantee("JSON is taken with any parameters and case", mutations, async ({ call, sample }) => {
  const headers = { "content-type": "Application/JSON; charset=utf-8" };
  expect((await call({ body: sample.body ?? {}, headers })).status).toBe(sample.status);
});

guarantee(
  "a missing body of an endpoint that needs one is rejected",
  withRequiredBody,
  async (one) => {
    errorOf(await one.call({ body: undefined }), "unsupported_media_type");
    const headers = { "content-type": "application/json" };
    errorOf(await one.call({ body: undefined, headers }), "invalid_json");
  },
);

for (const [title, change] of Object.entries({
  "a missing body": { body: undefined },
  "an empty body": { rawBody: "" },
  "an empty body of any type": { rawBody: "", headers: { "content-type": "text/plain" } },
  "an empty object": { body: {} },
}))
  guarantee(`takes ${title} for none`, withoutBody, async ({ call, sample }) => {
    expect((await call(change)).status).toBe(sample.status);
  });

guarantee("rejects a body where there is none", withoutBody, async ({ call, sample }) => {
  const answer = await call({ body: { a: 1, b: { c: 2 } } });
  expect(errorOf(answer, "validation_failed").paths).toEqual(["a", "b"]);
  expect((await call()).status, "and has done nothing").toBe(sample.status);
});

import { expect } from "vitest";
import { errorOf, invalidPaths } from "#tests/support/contract/api";
import {
  guarantee,
  mutations,
  oneOfEachShape,
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

guarantee("reports all wrong types together, by path", withBody, async ({ call, sample }) => {
  const answer = await call({ body: wrongEverywhere(sample.body) });
  const { details } = errorOf(answer, "validation_failed");
  expect(details?.map(({ path }) => path).toSorted()).toEqual(leavesOf(sample.body).toSorted());
});

guarantee("names unknown properties at every depth", withBody, async ({ call, sample }) => {
  for (const at of objectsOf(sample.body)) {
    if (sample.freeObjects?.includes(at)) continue;
    const answer = await call({ body: withUnknown(sample.body, at) });
    const path = at === "" ? "unknownProperty" : `${at}.unknownProperty`;
    expect(invalidPaths(answer), at).toEqual([path]);
  }
  const rawBody = JSON.stringify(sample.body).replace("{", '{"__proto__":{"name":"x"},');
  expect(invalidPaths(await call({ rawBody }))).toEqual(["__proto__"]);
});

guarantee("rejects a body that isn't an object", oneOfEachShape(mutations), async ({ call }) => {
  for (const body of [[], null, "text", 0, true, [{}]])
    expect(invalidPaths(await call({ body }))).toEqual([""]);
});

guarantee("names values with characters that can't be stored", withBody, async (one) => {
  const { body } = one.sample;
  const [name = ""] = leavesOf(body).filter((path) => !path.includes("."));
  for (const text of ["a\u0000b", "a\ud800b"])
    expect(invalidPaths(await one.call({ body: { ...body, [name]: text } }))).toContain(name);
});

guarantee(
  "accepts a body of exactly 32 KiB",
  oneOfEachShape(mutations),
  async ({ call, sample }) => {
    const rawBody = JSON.stringify(sample.body ?? {}).padEnd(32 * KIB);
    expect((await call({ rawBody })).status).toBe(sample.status);
  },
);

guarantee(
  "accepts a chunked body of exactly 32 KiB",
  oneOfEachShape(mutations),
  async ({ call, sample }) => {
    const rawBody = chunked(JSON.stringify(sample.body ?? {}).padEnd(32 * KIB));
    expect((await call({ rawBody })).status).toBe(sample.status);
  },
);

guarantee(
  "rejects a body one byte over its limit, which is 32 KiB for most",
  oneOfEachShape(mutations),
  async ({ call, sample, endpoint }) => {
    const { maxBodyBytes = 32 * KIB } = endpoint;
    const text = JSON.stringify(sample.body ?? {}).padEnd(maxBodyBytes + 1);
    const declared = { "content-length": String(text.length) };
    errorOf(await call({ rawBody: text, headers: declared }), "body_too_large");
    errorOf(await call({ rawBody: chunked(text) }), "body_too_large");
    expect((await call()).status, "the rejected requests changed nothing").toBe(sample.status);
  },
);

const NOT_UTF8 = [
  [0x22, 0xff, 0x22],
  [0x7b, 0x22, 0xc3, 0x22, 0x7d],
  [0xed, 0xa0, 0x80],
].map((bytes) => Uint8Array.from(bytes));

guarantee("rejects invalid JSON and invalid UTF-8", oneOfEachShape(mutations), async ({ call }) => {
  const texts = ["{", "{'a':1}", "{}{}", '{"a":1,}', "undefined", "\u00a0{}"];
  for (const rawBody of [...texts, ...NOT_UTF8]) errorOf(await call({ rawBody }), "invalid_json");
});

guarantee("rejects other media types", oneOfEachShape(mutations), async ({ call, sample }) => {
  const types = ["text/plain", "application/x-www-form-urlencoded", "application/json5", ""];
  const rawBody = JSON.stringify(sample.body ?? { a: 1 });
  for (const type of [...types, "multipart/form-data; boundary=x"])
    errorOf(await call({ rawBody, headers: { "content-type": type } }), "unsupported_media_type");
});

guarantee(
  "accepts the JSON media type with parameters and in any case",
  oneOfEachShape(mutations),
  async (one) => {
    const headers = { "content-type": "Application/JSON; charset=utf-8" };
    const answer = await one.call({ body: one.sample.body ?? {}, headers });
    expect(answer.status).toBe(one.sample.status);
  },
);

guarantee(
  "rejects a missing body if one is required",
  oneOfEachShape(withRequiredBody),
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
  guarantee(
    `accepts ${title} when no body is expected`,
    oneOfEachShape(withoutBody),
    async ({ call, sample }) => {
      expect((await call(change)).status).toBe(sample.status);
    },
  );

guarantee(
  "rejects a body when none is expected",
  oneOfEachShape(withoutBody),
  async ({ call, sample }) => {
    const answer = await call({ body: { a: 1, b: { c: 2 } } });
    expect(invalidPaths(answer)).toEqual(["a", "b"]);
    expect((await call()).status, "the rejected request changed nothing").toBe(sample.status);
  },
);

guarantee(
  "rejects a change under a condition that can't be checked",
  oneOfEachShape(mutations),
  async (one) => {
    for (const name of ["If-Match", "If-None-Match", "If-Unmodified-Since"])
      expect(invalidPaths(await one.call({ headers: { [name]: '"stale"' } }))).toEqual([name]);
  },
);

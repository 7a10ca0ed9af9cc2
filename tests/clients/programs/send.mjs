import { request as httpRequest } from "node:http";

const [variant = "", url = ""] = process.argv.slice(2);
const { NAME: name, MESSAGE: message } = process.env;
const data = { name, message };
const json = JSON.stringify(data);
const form = new URLSearchParams(data);

/** For clients that leave it to their caller to check the status. */
function check(status) {
  if (status >= 400) throw new Error(`status ${status}`);
}

/** Resolves with the status. */
function viaHttp() {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    httpRequest(url, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end(`${form}`);
  });
}

// Each variant loads only its own package.
const VARIANTS = {
  fetch: async () => check((await fetch(url, { method: "POST", body: form })).status),
  http: async () => check(await viaHttp()),
  "undici-fetch": async () => {
    const undici = await import("undici");
    check((await undici.fetch(url, { method: "POST", body: form })).status);
  },
  "undici-request": async () => {
    const undici = await import("undici");
    const headers = { "content-type": "application/json" };
    check((await undici.request(url, { method: "POST", headers, body: json })).statusCode);
  },
  "got-form": async () => (await import("got")).default.post(url, { form: data }),
  "got-json": async () => (await import("got")).default.post(url, { json: data }).json(),
  "axios-form": async () => (await import("axios")).default.postForm(url, data),
  "axios-json": async () => (await import("axios")).default.post(url, data),
  "ky-json": async () => (await import("ky")).default.post(url, { json: data }).json(),
  "superagent-form": async () =>
    (await import("superagent")).default.post(url).type("form").send(data),
  "superagent-json": async () => (await import("superagent")).default.post(url).send(data),
};

await VARIANTS[variant]();

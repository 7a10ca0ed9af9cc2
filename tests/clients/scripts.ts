import type { Rejection } from "#tests/clients/support/test";

/**
 * A browser script that sends a form. Its module exports `send(url, form)`, which throws what the
 * client calls a failure, with the status in its message, and returns when the client calls it a
 * success.
 */
export type ScriptClient = {
  name: string;
  module: string;
  /** Defaults to `seen`. */
  rejection?: Rejection;
};

/** For clients that leave it to their caller to check the status. */
const CHECK = "const check = ({ ok, status }) => { if (!ok) throw new Error(status); };";

const viaFetch = (options: string) =>
  `${CHECK}
  export const send = async (url, form) => {
    const data = new FormData(form);
    const json = JSON.stringify(Object.fromEntries(data));
    check(await fetch(url, { method: "POST", ${options} }));
  };`;

const viaBeacon = (body: string) =>
  `export const send = async (url, form) => {
    const data = new FormData(form);
    const json = JSON.stringify(Object.fromEntries(data));
    if (!navigator.sendBeacon(url, ${body})) throw new Error("not queued");
  };`;

const viaJquery = (library: string, call: string) =>
  `import $ from "${library}";
  export const send = (url, form) => ${call}.catch(({ status }) => { throw new Error(status); });`;

const WITH_FORM_DATA =
  "$.ajax(url, { method: 'POST', data: new FormData(form), processData: false, contentType: false })";

const via = (imports: string, call: string) =>
  `${imports}
  export const send = (url, form) => {
    const data = new FormData(form);
    return ${call};
  };`;

const AXIOS = 'import axios from "axios";';
const KY = 'import ky from "ky";';
const SUPERAGENT = 'import request from "superagent";';
const throwStatus = ".catch(({ status }) => { throw new Error(status); })";

export const SCRIPTS: readonly ScriptClient[] = [
  { name: "fetch, FormData", module: viaFetch("body: data") },
  {
    name: "fetch, FormData and credentials",
    module: viaFetch('body: data, credentials: "include"'),
  },
  { name: "fetch, URLSearchParams", module: viaFetch("body: new URLSearchParams(data)") },
  {
    name: "fetch, JSON",
    module: viaFetch('body: json, headers: { "Content-Type": "application/json" }'),
  },
  { name: "fetch, JSON without a content type", module: viaFetch("body: json") },
  {
    name: "fetch, Accept: text/html, following the redirect",
    module: viaFetch('body: data, headers: { Accept: "text/html" }'),
  },
  {
    name: "fetch, tracing and CSRF headers",
    module: viaFetch(
      'body: data, headers: { traceparent: "00-1-1-01", baggage: "a=b", "X-CSRF-Token": "1", "Cache-Control": "no-cache" }',
    ),
  },
  {
    name: "fetch, an Authorization header",
    module: viaFetch('body: data, headers: { Authorization: "Bearer 1" }'),
  },
  { name: "fetch, keepalive", module: viaFetch("body: data, keepalive: true") },
  {
    name: "XMLHttpRequest, FormData",
    module: `${CHECK}
      export const send = (url, form) => new Promise((resolve, reject) => {
        const xhr = new XMLHttpRequest();
        xhr.open("POST", url);
        xhr.onload = () => (xhr.status < 400 ? resolve() : reject(new Error(xhr.status)));
        xhr.onerror = () => reject(new Error("network error"));
        xhr.send(new FormData(form));
      });`,
  },
  { name: "jQuery 3, $.post", module: viaJquery("jquery3", "$.post(url, $(form).serialize())") },
  { name: "jQuery 3, $.ajax with FormData", module: viaJquery("jquery3", WITH_FORM_DATA) },
  { name: "jQuery 4, $.post", module: viaJquery("jquery", "$.post(url, $(form).serialize())") },
  { name: "jQuery 4, $.ajax with FormData", module: viaJquery("jquery", WITH_FORM_DATA) },
  { name: "axios, FormData", module: via(AXIOS, "axios.post(url, data)") },
  {
    name: "axios, JSON and credentials",
    module: via(AXIOS, "axios.post(url, Object.fromEntries(data), { withCredentials: true })"),
  },
  { name: "axios, postForm", module: via(AXIOS, "axios.postForm(url, form)") },
  { name: "ky, FormData", module: via(KY, "ky.post(url, { body: data })") },
  { name: "ky, JSON", module: via(KY, "ky.post(url, { json: Object.fromEntries(data) }).json()") },
  {
    name: "superagent, form",
    module: via(
      SUPERAGENT,
      `request.post(url).type("form").send(Object.fromEntries(data))${throwStatus}`,
    ),
  },
  {
    name: "superagent, JSON",
    module: via(SUPERAGENT, `request.post(url).send(Object.fromEntries(data))${throwStatus}`),
  },
  { name: "sendBeacon, string", module: viaBeacon("json"), rejection: "not reported" },
  {
    name: "sendBeacon, JSON Blob",
    module: viaBeacon('new Blob([json], { type: "application/json" })'),
    rejection: "not reported",
  },
  { name: "sendBeacon, FormData", module: viaBeacon("data"), rejection: "not reported" },
  {
    name: "sendBeacon, URLSearchParams",
    module: viaBeacon("new URLSearchParams(data)"),
    rejection: "not reported",
  },
];

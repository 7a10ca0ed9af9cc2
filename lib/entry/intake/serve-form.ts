import type { Handler } from "#lib/entry/http/handler";
import { pathOf } from "#lib/entry/http/http-types";
import { respondToPreflight } from "#lib/entry/intake/cors";
import {
  rejectMethod,
  showHostedForm,
  showNotFound,
  showThanks,
} from "#lib/entry/intake/hosted-form";
import { serveChallenge } from "#lib/entry/intake/serve-challenge";
import { serveIntake } from "#lib/entry/intake/serve-intake";
import { showLogo } from "#lib/entry/intake/show-logo";

/** A slash at the end changes nothing. */
const ADDRESS = /^\/f\/([^/]+)(\/thanks|\/logo|\/challenge)?\/?$/;

const VIEWS: Readonly<Record<string, typeof showThanks>> = {
  "": showHostedForm,
  "/thanks": showThanks,
  "/logo": showLogo,
  "/challenge": serveChallenge,
};

/** Serves everything under `/f`. Only the form's own address takes submissions. */
export const serveForm: Handler = async (request, defer) => {
  const [, publicKey = "", part = ""] = ADDRESS.exec(pathOf(request)) ?? [];
  const show = VIEWS[part];
  if (publicKey === "" || !show) return showNotFound(request);
  const { method } = request;
  if (method === "OPTIONS") return respondToPreflight(request, publicKey);
  if (method === "GET" || method === "HEAD") return show(request, publicKey);
  if (part !== "") return rejectMethod(request, ["GET", "HEAD", "OPTIONS"]);
  if (method === "POST") return serveIntake(request, publicKey, defer);
  return rejectMethod(request, ["GET", "HEAD", "POST", "OPTIONS"]);
};

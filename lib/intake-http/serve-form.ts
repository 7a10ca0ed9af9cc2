import type { Handler } from "#lib/http/route";
import { respondToPreflight } from "#lib/intake-http/cors";
import { rejectMethod, showHostedForm, showThanks } from "#lib/intake-http/hosted-form";
import { serveIntake } from "#lib/intake-http/serve-intake";

/** Serves `/f/{publicKey}`. */
export const serveForm: Handler = async (request, { params: { publicKey = "" }, defer }) => {
  switch (request.method) {
    case "POST":
      return serveIntake(request, publicKey, defer);
    case "OPTIONS":
      return respondToPreflight(request, publicKey);
    case "GET":
    case "HEAD":
      return showHostedForm(request, publicKey);
    default:
      return rejectMethod(request, ["GET", "HEAD", "POST", "OPTIONS"]);
  }
};

/** Serves `/f/{publicKey}/thanks`. */
export const serveThanks: Handler = async (request, { params: { publicKey = "" } }) => {
  switch (request.method) {
    case "OPTIONS":
      return respondToPreflight(request, publicKey);
    case "GET":
    case "HEAD":
      return showThanks(request, publicKey);
    default:
      return rejectMethod(request, ["GET", "HEAD", "OPTIONS"]);
  }
};

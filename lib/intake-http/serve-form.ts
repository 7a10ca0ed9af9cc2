import type { Handler } from "#lib/http/route";
import { respondToPreflight } from "#lib/intake-http/cors";
import { rejectMethod, showHostedForm, showThanks } from "#lib/intake-http/hosted-form";
import { serveIntake } from "#lib/intake-http/serve-intake";
import { showLogo } from "#lib/intake-http/show-logo";

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

/** Serves what visitors only look at. */
function serveView(show: typeof showThanks): Handler {
  return async (request, { params: { publicKey = "" } }) => {
    switch (request.method) {
      case "OPTIONS":
        return respondToPreflight(request, publicKey);
      case "GET":
      case "HEAD":
        return show(request, publicKey);
      default:
        return rejectMethod(request, ["GET", "HEAD", "OPTIONS"]);
    }
  };
}

/** Serves `/f/{publicKey}/thanks`. */
export const serveThanks = serveView(showThanks);

/** Serves `/f/{publicKey}/logo`. */
export const serveLogo = serveView(showLogo);

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";

/** The result of a request or a ceremony in the browser; `message` is for the user. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; message: string };

const UNREACHABLE = "Can’t reach the server. Check your connection and try again.";

/**
 * Posts JSON to a session endpoint. A response is trusted to be a `T`: the contract tests of `/api/account`
 * check every endpoint's responses.
 */
export async function postAccount<T>(path: string, body: unknown = {}): Promise<Outcome<T>> {
  const response = await fetch(`/api/account${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  const text = await response?.text().catch(() => null);
  if (!response || text === null || text === undefined) return { ok: false, message: UNREACHABLE };
  const json = text === "" ? {} : JSON.parse(text);
  if (response.ok) return { ok: true, value: json.data as T };
  return { ok: false, message: json.error.message };
}

const library = () => import("@simplewebauthn/browser");

/** Reasons that a browser has no passkey for us, by the name of its error. */
const REASONS: Readonly<Record<string, string>> = {
  InvalidStateError: "This device already has a passkey for your account.",
  NotAllowedError: "The passkey prompt was closed or timed out. Try again.",
  SecurityError: "Passkeys don’t work at this address. Use the app’s main URL.",
};

async function inBrowser<T>(
  run: (webAuthn: Awaited<ReturnType<typeof library>>) => Promise<T>,
): Promise<Outcome<T>> {
  if (!("PublicKeyCredential" in window))
    return { ok: false, message: "This browser doesn’t support passkeys." };
  try {
    return { ok: true, value: await run(await library()) };
  } catch (failure) {
    const name = failure instanceof Error ? failure.name : "";
    return { ok: false, message: REASONS[name] ?? "The passkey didn’t work. Try again." };
  }
}

/** Lets the browser create a passkey. */
export function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<Outcome<RegistrationResponseJSON>> {
  return inBrowser(({ startRegistration }) => startRegistration({ optionsJSON }));
}

/** Lets the browser use a passkey, and sends the result. */
export async function sendPasskey(paths: {
  options: string;
  response: string;
}): Promise<Outcome<unknown>> {
  const options = await postAccount<PublicKeyCredentialRequestOptionsJSON>(paths.options);
  if (!options.ok) return options;
  const used = await inBrowser(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options.value }),
  );
  return used.ok ? postAccount(paths.response, { passkey: used.value }) : used;
}

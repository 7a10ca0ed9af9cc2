/** Browser features that no page of this service uses. Copying text and passkeys stay allowed. */
const UNUSED_FEATURES = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
];

/** Headers of every response. Pages have their own Content-Security-Policy. */
export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", "),
};

/** Browsers ignore it without TLS. */
export const TRANSPORT_SECURITY = [
  "Strict-Transport-Security",
  "max-age=63072000; includeSubDomains",
] as const;

type Entries = readonly (readonly [name: string, value: string])[];
const WITHOUT_TLS: Entries = Object.entries(SECURITY_HEADERS);
const WITH_TLS: Entries = [...WITHOUT_TLS, TRANSPORT_SECURITY];

/**
 * Browsers open no document whose policy has `sandbox` together with the usual value. Such a
 * document has its own origin, so a page that opened it can't reach it anyway.
 */
export const OPENER_OF_SANDBOXED = { "Cross-Origin-Opener-Policy": "unsafe-none" };

/**
 * Pages under `/f/` send their origin to other sites, and a redirect passes on the visitor's: that's how the thank-you
 * page knows the way back.
 */
export const REFERRER_OF_FORMS = { "Referrer-Policy": "strict-origin-when-cross-origin" };

/** The policy of HTML without embedded content and scripts. */
export const FALLBACK_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** @param isSecure - whether BASE_URL is https */
export function securityHeaders(isSecure: boolean): Entries {
  return isSecure ? WITH_TLS : WITHOUT_TLS;
}

"use client";

/**
 * The scroll lock behind dialogs adds a style element; the page's policy lets it in only with the
 * nonce, which the library looks up under this name.
 */
function shareNonce(): void {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}

if (typeof document !== "undefined") shareNonce();

export function StyleNonce() {
  return null;
}

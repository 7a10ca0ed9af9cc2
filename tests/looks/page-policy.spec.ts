import { expect, test } from "#tests/e2e/support/test";

const PAGES = [
  "/sign-in",
  "/docs",
  "/welcome",
  "/settings/security",
  "/invitation",
  "/nothing-here",
];

function nonceOf(policy: string): string {
  return /script-src 'self' 'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1] ?? "";
}

for (const path of PAGES)
  test(`${path}: scripts and styles need this response's nonce`, async ({ dashboard: page }) => {
    const nonces = new Set<string>();
    for (let times = 0; times < 2; times += 1) {
      const response = await page.request.get(path);
      const policy = response.headers()["content-security-policy"] ?? "";
      expect(policy).not.toContain("unsafe");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("object-src 'none'");
      expect(response.headers()["referrer-policy"]).toBe("same-origin");
      expect(response.headers()["cache-control"]).toBe("no-store");
      const nonce = nonceOf(policy);
      expect(nonce.length).toBeGreaterThanOrEqual(22);
      nonces.add(nonce);
      const html = await response.text();
      for (const [tag] of html.matchAll(/<(?:script|style)\b[^>]*>/g))
        expect(tag).toContain(`nonce="${nonce}"`);
      expect(html).not.toMatch(/<[^>]+ (?:style|on[a-z]+)=/);
    }
    expect(nonces.size).toBe(2);
  });

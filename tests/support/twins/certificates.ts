import { generate } from "selfsigned";

/** A certificate and its key in PEM format. */
export type Certificate = { key: string; cert: string };

const DAY_MS = 86_400_000;

/** A certificate authority that isn't trusted by default. */
export async function createAuthority(name = "Test authority"): Promise<Certificate> {
  const made = await generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key: made.private, cert: made.cert };
}

/** A server certificate for these hostnames, self-signed without an authority. */
export async function createCertificate(
  hostnames: readonly string[],
  options: { authority?: Certificate; isExpired?: boolean } = {},
): Promise<Certificate> {
  const { authority, isExpired = false } = options;
  const made = await generate([{ name: "commonName", value: hostnames[0] ?? "receiver" }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - 2 * DAY_MS),
    notAfterDate: new Date(Date.now() + (isExpired ? -DAY_MS : DAY_MS)),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      {
        name: "subjectAltName",
        altNames: hostnames.map((value) => ({ type: 2, value })),
      },
    ],
    ...(authority ? { ca: authority } : {}),
  });
  return { key: made.private, cert: made.cert };
}

/** A certificate that attests authenticators, as their makers have. */
export async function createAttester(): Promise<Certificate> {
  const attributes = [
    { shortName: "C", value: "US" },
    { shortName: "O", value: "Example" },
    { shortName: "OU", value: "Authenticator Attestation" },
    { name: "commonName", value: "Example authenticator" },
  ];
  const made = await generate(attributes, {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [{ name: "basicConstraints", cA: false, critical: true }],
  });
  return { key: made.private, cert: made.cert };
}

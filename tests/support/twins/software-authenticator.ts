import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from "node:crypto";
import type { NewPasskeyResponse, PasskeyResponse } from "#lib/domain/accounts/factors/schema";
import type { Certificate } from "#tests/support/twins/certificates";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Ceremony = { challenge: string };
type Lies = { origin?: string; rpId?: string; isVerified?: boolean; type?: string };

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const base64Url = (data: Uint8Array | string) => Buffer.from(data).toString("base64url");

/** CBOR of small maps: text, byte strings, and small numbers as keys and values. */
function cbor(value: unknown): Buffer {
  const head = (type: number, size: number) =>
    size < 24
      ? Buffer.of((type << 5) | size)
      : size < 256
        ? Buffer.of((type << 5) | 24, size)
        : Buffer.of((type << 5) | 25, size >> 8, size & 255);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map)
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)]),
    ]);
  throw new Error(`no CBOR for ${typeof value}`);
}

/** A valid attestation statement of the maker of an authenticator. */
function attest(authData: Buffer, clientDataJson: string, { key, cert }: Certificate) {
  const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJson, "base64url"))]);
  return new Map<string, unknown>([
    ["alg", -7],
    ["sig", sign("sha256", signed, key)],
    ["x5c", [new X509Certificate(cert).raw]],
  ]);
}

/** A passkey in software, which also answers wrongly on request. */
export class SoftwarePasskey {
  readonly id = base64Url(randomBytes(32));
  counter = 0;
  private readonly keys: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync(
    "ec",
    { namedCurve: "P-256" },
  );
  private userHandle = base64Url("no one");

  private coseKey(): Buffer {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    return cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]),
    );
  }

  private authenticatorData({ rpId = "localhost", isVerified = true }: Lies, attested?: Buffer) {
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (attested ? HAS_CREDENTIAL : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counter, attested ?? Buffer.alloc(0)]);
  }

  private clientData(type: string, { challenge }: Ceremony, lies: Lies): string {
    const origin = lies.origin ?? "http://localhost:3000";
    return base64Url(
      JSON.stringify({ type: lies.type ?? type, challenge, origin, crossOrigin: false }),
    );
  }

  /** Answers like `navigator.credentials.create`; with an attestation if it's given the certificate for one. */
  create(
    options: Ceremony & { user: { id: string } },
    { attester, ...lies }: Lies & { attester?: Certificate } = {},
  ): NewPasskeyResponse {
    this.userHandle = options.user.id;
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.of(id.length >> 8, id.length & 255);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.coseKey()]);
    const authData = this.authenticatorData(lies, attested);
    const clientDataJSON = this.clientData("webauthn.create", options, lies);
    const attestation = new Map<string, unknown>([
      ["fmt", attester ? "packed" : "none"],
      ["attStmt", attester ? attest(authData, clientDataJSON, attester) : new Map()],
      ["authData", authData],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON,
        attestationObject: base64Url(cbor(attestation)),
        transports: ["internal"],
      },
    };
  }

  /** Responds like `navigator.credentials.get`. */
  use(options: Ceremony, lies: Lies = {}): PasskeyResponse {
    const authenticatorData = this.authenticatorData(lies);
    const clientDataJSON = this.clientData("webauthn.get", options, lies);
    const signed = Buffer.concat([
      authenticatorData,
      sha256(Buffer.from(clientDataJSON, "base64url")),
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON,
        authenticatorData: base64Url(authenticatorData),
        signature: base64Url(sign("sha256", signed, this.keys.privateKey)),
        userHandle: this.userHandle,
      },
    };
  }
}

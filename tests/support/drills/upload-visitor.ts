import { serveIntake } from "#lib/entry/intake/serve-intake";
import { BOUNDARY, multipartBody } from "#tests/support/factories/multipart-body";

// A process that accepts submissions with files, like the service, until it's killed.
const [publicKey = "", first = "0", count = "1"] = process.argv.slice(2);

function post(visitor: string) {
  const files = ["one.txt", "two.txt"].map((filename) => ({
    name: "paper",
    filename,
    content: `${filename} of ${visitor}\n`.repeat(40),
  }));
  const request = new Request(`http://localhost:3000/f/${publicKey}`, {
    method: "POST",
    body: new Uint8Array(multipartBody([{ name: "name", content: visitor }, ...files])),
    headers: {
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      accept: "application/json",
    },
  });
  return serveIntake(request, publicKey, () => undefined);
}

const visitors = Array.from({ length: Number(count) }, (_, n) => `visitor-${Number(first) + n}`);
await Promise.all(
  visitors.map(async (visitor) => {
    const response = await post(visitor);
    process.send?.({ visitor, status: response.status });
  }),
);
process.disconnect();

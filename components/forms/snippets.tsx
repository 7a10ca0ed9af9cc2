export type SnippetInput = { address: string; honeypot: string; takesFiles: boolean };

/** A complete form for any website, no script needed. */
export function htmlSnippet({ address, honeypot, takesFiles }: SnippetInput): string {
  const encoding = takesFiles ? ' enctype="multipart/form-data"' : "";
  const file = takesFiles
    ? `
  <p><label>File <input type="file" name="attachment"></label></p>`
    : "";
  return `<form action="${address}" method="post"${encoding}>
  <p><label>Name <input name="name" autocomplete="name" required></label></p>
  <p><label>Email <input name="email" type="email" autocomplete="email" required></label></p>
  <p><label>Message <textarea name="message" rows="6" required></textarea></label></p>${file}
  <!-- People do not see this field; programs that fill it are spam. -->
  <p style="position:absolute;left:-9999px" aria-hidden="true">
    <input name="${honeypot}" tabindex="-1" autocomplete="off">
  </p>
  <button>Send</button>
</form>`;
}

/** The same by script: the key makes a repeated send arrive once. */
export function fetchSnippet({ address }: SnippetInput): string {
  return `const response = await fetch("${address}", {
  method: "POST",
  headers: {
    "Content-Type": "application/json",
    "Idempotency-Key": crypto.randomUUID(),
  },
  body: JSON.stringify({
    name: "Ada Lovelace",
    email: "ada@example.com",
    message: "Hello!",
  }),
});
const { data, error } = await response.json();
if (error) throw new Error(error.message);
console.log("Received as", data.id);`;
}

export function curlSnippet({ address }: SnippetInput): string {
  return `curl ${address} \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d '{"name":"Ada Lovelace","email":"ada@example.com","message":"Hello!"}'`;
}

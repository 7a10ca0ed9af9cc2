/** Texts from people and programs that a workspace shows again. */
export type Words = {
  workspaceName: string;
  formName: string;
  pausedFormName: string;
  replyFormName: string;
  subject: string;
  tokenName: string;
  ruleName: string;
  fieldName: string;
  fieldValue: string;
  senderName: string;
  message: string;
  fileName: string;
  /** A user agent: ASCII, like any header. */
  userAgent: string;
};

export const ORDINARY: Words = {
  workspaceName: "Nordlicht Studio",
  formName: "Contact",
  pausedFormName: "Job applications",
  replyFormName: "Brochure request",
  subject: "New message from the website",
  tokenName: "CRM import",
  ruleName: "Sales",
  fieldName: "company",
  fieldValue: "Lovelace & Daughters, https://example.com/about",
  senderName: "Ada Lovelace",
  message: "Hello!\n\nDo you have time for a small project in March? Write to ada@example.com.",
  fileName: "sketch.png",
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
};

const LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen".repeat(4);
/** Reverses the text after it unless it's isolated. */
const TURNED = "\u202Eevil\u2066";

/** Text an attacker types to break a page. It must be shown as plain text. */
export const HOSTILE: Words = {
  workspaceName: `<b onclick="hacked=1">W</b>${"W".repeat(50)}`,
  formName: `<script>window.hacked=1</script>${"x".repeat(48)}`,
  pausedFormName: `🎉${"P".repeat(72)}`,
  replyFormName: `</bdi><style>*{display:none}</style>${"B".repeat(40)}`,
  subject: `</title><script>window.hacked=1</script>${"S".repeat(100)}`,
  ruleName: `</li><script>window.hacked=1</script>${"R".repeat(20)}`,
  tokenName: `"><svg onload=window.hacked=1>${"T".repeat(50)}`,
  fieldName: `<img src=x onerror="window.hacked=1">${TURNED}${"f".repeat(50)}`,
  fieldValue: `<iframe srcdoc="<script>top.hacked=1</script>"></iframe> {{7*7}} \${7*7} javascript:window.hacked=1 ${LONG_WORD} 👩‍👩‍👧‍👦 שלום`,
  senderName: `</h2><script>window.hacked=1</script>${LONG_WORD}`,
  message: `<style>*{display:none}</style>${TURNED}${LONG_WORD}\n${"🎉".repeat(300)}`,
  fileName: `"><img src=x onerror=window.hacked=1>${"n".repeat(80)}.png`,
  userAgent: `Firefox/<script>window.hacked=1</script> Linux ${"U".repeat(250)}`,
};

/** Sent while the saved thank-you text is empty, which differs from ours. */
export const KEEPS_NO_TEXT = "keepsNoThanksText";

/** Reads the page editor's texts and look, which the server then checks. Blank texts become null, our default. */
export function toPageInput(data: FormData) {
  const textOf = (name: string) => String(data.get(name) ?? "").replaceAll("\r\n", "\n");
  const own = (name: string) => (textOf(name).trim() === "" ? null : textOf(name).trim());
  return {
    title: own("title"),
    intro: data.has("hasIntro") ? own("intro") : "",
    button: own("button"),
    thanksTitle: own("thanksTitle"),
    thanksText: own("thanksText") ?? (data.has(KEEPS_NO_TEXT) ? "" : null),
    thanksLinkText: own("thanksLinkText"),
    thanksLinkUrl: own("thanksLinkUrl"),
    accent: own("accent"),
    theme: textOf("theme"),
    language: textOf("language"),
    confirmEmail: data.has("confirmEmail"),
  };
}

import { build } from "vite";
import { LANGUAGES } from "#lib/domain/forms/page/page-schema";
import { pageTextsFor } from "#lib/entry/visitor-pages/words/page-texts";
import { joinSentences } from "#lib/entry/visitor-pages/words/sentences";
import { ROOT } from "#server/start/checkout";

/** Escapes what isn't ASCII, so that the script reads the same in a page with any encoding. */
function toAscii(code: string): string {
  return code.replace(
    /[^\x20-\x7e\n]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The texts of `packages/form-js/words.ts`, by language. */
function scriptWords() {
  const entries = LANGUAGES.map((language) => {
    const { words } = pageTextsFor({ language }, null);
    const { sending, unreachable, unexpectedReason, waitAndSend } = words;
    const { reason, advice } = words.errors.submission_too_large;
    const failed = joinSentences([unexpectedReason, waitAndSend], words);
    const tooLarge = joinSentences([reason, advice], words);
    return [language, { sending, unreachable, failed, tooLarge }];
  });
  return Object.fromEntries(entries);
}

/** The scripts of `packages/form-js`, each one file for browsers of 2019 and later. */
const SCRIPTS = {
  "form.ts": "/*! Form Intake: submits forms in place. MIT License. */\n",
  "hosted.ts": "/*! Form Intake: solves the challenge of a hosted form. MIT License. */\n",
};

/** Bundles the form script, or the one that solves the hosted form's challenge. */
export async function bundleFormScript(entry: keyof typeof SCRIPTS = "form.ts"): Promise<string> {
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      target: "es2019",
      rolldownOptions: {
        input: `packages/form-js/${entry}`,
        output: { format: "iife" },
        transform: { define: { WORDS: JSON.stringify(scriptWords()) } },
      },
      modulePreload: false,
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error("the form script was not built");
  return SCRIPTS[entry] + toAscii(output.output[0].code);
}

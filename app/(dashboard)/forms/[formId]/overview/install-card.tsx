import Link from "next/link";
import { SnippetTabs } from "#components/forms/snippet-tabs";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card";
import { CopyField } from "#components/ui/code";
import type { SnippetForm } from "#lib/forms/snippet-form";
import { SNIPPET_LANGUAGES, type SnippetLanguage, writeSnippet } from "#lib/forms/snippets";

const SHOWN: Readonly<Record<SnippetLanguage, { label: string; title: string }>> = {
  html: { label: "HTML", title: "Into the page" },
  javascript: { label: "fetch", title: "JavaScript, in browsers and servers" },
  react: { label: "React", title: "ContactForm.jsx" },
  vue: { label: "Vue", title: "ContactForm.vue" },
  curl: { label: "curl", title: "Shell" },
};

type InstallCardProps = {
  formId: string;
  /** Whether its address, opened in a browser, is a form as well. */
  isHosted: boolean;
  form: SnippetForm;
};

/** What belongs on the website, with the form's own address and settings in it. */
export function InstallCard({ formId, isHosted, form }: InstallCardProps) {
  return (
    <Card>
      <CardHeader>
        <div>
          <CardTitle>Put it on your site</CardTitle>
          <CardDescription>
            Paste the form, then name the fields as you like: whatever is sent is kept.
          </CardDescription>
        </div>
      </CardHeader>
      <CardContent className="grid gap-5">
        <div className="grid gap-x-6 gap-y-5 md:grid-cols-[3fr_2fr]">
          <div className="grid min-w-0 content-start gap-1.5">
            <p className="font-medium">Form address</p>
            <CopyField value={form.address} what="form address" />
            <p className="text-pretty text-muted-foreground">
              {isHosted
                ? "Forms post to it. Opened in a browser, it is a hosted form to link to."
                : "Forms post to it. It is no hosted form while only listed sites may post."}
            </p>
          </div>
          <div className="grid min-w-0 content-start gap-1.5">
            <p className="font-medium">Form ID</p>
            <CopyField value={formId} what="form ID" />
            <p className="text-pretty text-muted-foreground">
              By it the{" "}
              <Link href="/docs" className="link">
                API
              </Link>{" "}
              knows this form.
            </p>
          </div>
        </div>
        <SnippetTabs
          snippets={SNIPPET_LANGUAGES.map((language) => ({
            name: language,
            ...SHOWN[language],
            code: writeSnippet(language, form),
          }))}
        />
      </CardContent>
    </Card>
  );
}

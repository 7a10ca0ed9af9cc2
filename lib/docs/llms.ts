import { settings } from "#lib/core/settings";
import { guideGroups } from "#lib/docs/guides";
import { guideHref } from "#lib/docs/navigation";

/** An index of the documentation for language models (llmstxt.org). */
export function llmsText(): string {
  const { baseUrl } = settings();
  const groups = guideGroups().map(([title, guides]) => {
    const lines = guides.map(
      (guide) => `- [${guide.title}](${baseUrl}${guideHref(guide)}.md): ${guide.description}`,
    );
    return `## ${title}\n\n${lines.join("\n")}`;
  });
  return [
    "# Form Intake",
    "> A form backend. Websites submit their forms to it. It stores every submission, notifies verified recipients by email, sends signed webhooks, and has a JSON API.",
    ...groups,
    [
      "## API reference",
      "",
      `- [OpenAPI document](${baseUrl}/openapi.json): every operation, schema, error code, and event, as OpenAPI 3.1. Also as [YAML](${baseUrl}/openapi.yaml) and in [OpenAPI 3.0](${baseUrl}/openapi-3.0.json)`,
      `- [API reference](${baseUrl}/docs/api): the same as web pages`,
    ].join("\n"),
  ]
    .join("\n\n")
    .concat("\n");
}

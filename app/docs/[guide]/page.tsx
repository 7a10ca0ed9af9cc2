import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Markdown } from "#components/docs/markdown";
import { Neighbors } from "#components/docs/neighbors";
import { OnThisPage } from "#components/docs/on-this-page";
import { settings } from "#lib/core/settings/settings";
import { findGuide } from "#lib/entry/docs/guides";
import { guideHref } from "#lib/entry/docs/navigation";
import { headingsOf } from "#lib/entry/docs/outline";
import { viewerLanguage, viewerTheme } from "../../preferences";

type GuidePageProps = { params: Promise<{ guide: string }> };

export async function generateMetadata({ params }: GuidePageProps): Promise<Metadata> {
  const guide = findGuide((await params).guide);
  if (!guide) return { title: "Not found" };
  const { title, description } = guide;
  const types = { "text/markdown": `${guideHref(guide)}.md` };
  return { title, description, alternates: { types } };
}

export default async function GuidePage({ params }: GuidePageProps) {
  const guide = findGuide((await params).guide);
  if (!guide) notFound();
  const href = guideHref(guide);
  const headings = headingsOf(guide.markdown);
  return (
    <div className="mx-auto flex max-w-6xl gap-12 px-4 py-8 sm:px-8 sm:py-10">
      <div className="mx-auto max-w-[44rem] min-w-0 flex-1">
        <article className="guide">
          <p className="eyebrow">{guide.group}</p>
          <h1>{guide.title}</h1>
          <p className="lead">{guide.description}</p>
          <OnThisPage headings={headings} className="xl:hidden" isFolded />
          <Markdown
            text={guide.markdown}
            baseUrl={settings().baseUrl}
            language={await viewerLanguage()}
            theme={await viewerTheme()}
          />
        </article>
        <Neighbors href={href} markdownHref={`${href}.md`} />
      </div>
      <OnThisPage headings={headings} className="hidden xl:block" />
    </div>
  );
}

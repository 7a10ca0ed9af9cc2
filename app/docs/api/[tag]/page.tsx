import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Neighbors } from "#components/docs/neighbors";
import { Inline } from "#components/docs/prose";
import { ReferenceContent } from "#components/docs/reference-content";
import { referenceHref } from "#lib/entry/docs/navigation";
import { findReferencePage, reference } from "#lib/entry/docs/reference";
import { viewerLanguage } from "../../../preferences";

type ReferencePageProps = { params: Promise<{ tag: string }> };

export async function generateMetadata({ params }: ReferencePageProps): Promise<Metadata> {
  const page = findReferencePage((await params).tag);
  return page ? { title: `${page.title} API`, description: page.text } : { title: "Not found" };
}

export default async function ReferenceTagPage({ params }: ReferencePageProps) {
  const page = findReferencePage((await params).tag);
  if (!page) notFound();
  const language = await viewerLanguage();
  return (
    <div className="mx-auto max-w-[88rem] px-4 py-8 sm:px-8 sm:py-10">
      <header className="guide">
        <p className="eyebrow">API reference</p>
        <h1>{page.title}</h1>
        <p className="lead">
          <Inline text={page.text} />
        </p>
      </header>
      <ReferenceContent
        operations={page.operations}
        objects={page.objects}
        hrefs={reference().objectHrefs}
        {...(language ? { language } : {})}
      />
      <Neighbors href={referenceHref(page)} />
    </div>
  );
}

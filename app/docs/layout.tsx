import type { ReactNode } from "react";
import { CodeActions, CodeColors } from "#components/docs/code-actions";
import { CurrentSection } from "#components/docs/current-section.ts";
import { DocsHeader } from "#components/docs/docs-header";
import { DocsNav } from "#components/docs/docs-nav";
import { navigation } from "#lib/docs/navigation";
import { viewerTheme } from "../preferences";
import "./docs.css";
import "./guide.css";
import "./reference.css";

const NAV_ID = "docs-nav";

/** Frames the guides and the reference. Everything but search and copying works without scripts. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  const theme = await viewerTheme();
  return (
    <>
      <DocsHeader theme={theme} navId={NAV_ID} />
      <div className="lg:flex">
        <DocsNav id={NAV_ID} groups={navigation()} />
        <main id="content" tabIndex={-1} className="docs min-w-0 flex-1">
          {children}
        </main>
      </div>
      <CodeActions />
      <CodeColors />
      <CurrentSection />
    </>
  );
}

"use client";

import { useRef, useState } from "react";
import { useTyping } from "#components/form/use-typing.ts";
import { FormPreview } from "../form-preview";
import { LogoCard } from "./logo-card";
import { PageForm, type PageFormProps } from "./page-form";
import { toPageInput } from "./page-input";

/** Fields that only the hosted form shows. Those of the look are shown on both pages. */
const FORM_TEXTS = ["title", "intro", "hasIntro", "button"];

type PageEditorProps = PageFormProps & { publicKey: string };

/** The page's texts and look, and the page as they make it. */
export function PageEditor({ publicKey, ...props }: PageEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const { revision: _, logoUrl, ...initial } = props.saved;
  // The dashboard shows only images of the origin that it's opened at.
  const logo = logoUrl?.replace(/^https?:\/\/[^/]+/, "") ?? null;
  const [typed, setTyped] = useState<ReturnType<typeof toPageInput>>(initial);
  const [part, setPart] = useState<"form" | "thanks">("form");

  useTyping(box, (data) => setTyped(toPageInput(data)));

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid min-w-0 gap-6">
        <LogoCard formId={props.formId} logo={logo} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: shows the page that a field belongs to */}
        <div
          ref={box}
          onFocus={({ target }) => {
            const { name } = target as Partial<HTMLInputElement>;
            if (name?.startsWith("thanks")) setPart("thanks");
            else if (name && FORM_TEXTS.includes(name)) setPart("form");
          }}
        >
          <PageForm {...props} />
        </div>
      </div>
      <FormPreview
        formId={props.formId}
        publicKey={publicKey}
        draft={{ page: JSON.stringify(typed), logo: logo ?? "" }}
        hasBothSchemes={typed.theme === "auto"}
        part={part}
      />
    </div>
  );
}

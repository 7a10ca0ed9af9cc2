"use client";

import { useEffect, useRef, useState } from "react";
import { ColorField, OUR_COLOR } from "#components/form/color-field";
import { TextField } from "#components/form/fields";
import { FormCard } from "#components/form/form-card";
import { LogoFields, withLogoLimit } from "#components/form/logo-fields";
import { useTyping } from "#components/form/use-typing.ts";
import { CardContent, CardHeader } from "#components/ui/card";
import type { Brand } from "#lib/domain/brand/brand-schema";
import { saveBrandAction } from "./actions";
import { BrandPreview } from "./brand-preview";
import { drawLogo } from "./draw-logo.ts";

type Typed = { name: string; replyName: string; color: string; isRemoved: boolean };

type BrandEditorProps = { saved: Brand; workspaceName: string };

export function BrandEditor({ saved, workspaceName }: BrandEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<Typed>({
    name: saved.name ?? "",
    replyName: saved.replyName ?? "",
    color: saved.color ?? "",
    isRemoved: false,
  });
  const [file, setFile] = useState<File | null>(null);
  const picture = useLogoPicture(file);
  useTyping(box, (data) => {
    const textOf = (name: string) => String(data.get(name) ?? "").trim();
    const [name, replyName, color] = ["name", "replyName", "color"].map(textOf);
    setTyped({
      name: name ?? "",
      replyName: replyName ?? "",
      color: color ?? "",
      isRemoved: data.has("remove"),
    });
    const selected = data.get("logo");
    setFile(selected instanceof File && selected.size > 0 ? selected : null);
  });
  const { isRemoved, ...texts } = typed;
  const shown = isRemoved ? "none" : "saved";
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div ref={box} className="min-w-0">
        <BrandForm saved={saved} workspaceName={workspaceName} typedName={typed.name} />
      </div>
      <BrandPreview
        draft={{ ...texts, logo: picture ?? shown }}
        sender={texts.replyName || texts.name || workspaceName}
      />
    </div>
  );
}

type BrandFormProps = BrandEditorProps & { typedName: string };

function BrandForm({ saved, workspaceName, typedName }: BrandFormProps) {
  // The dashboard only shows images from the origin that it was opened with.
  const logo = saved.logoUrl?.replace(/^https?:\/\/[^/]+/, "") ?? null;
  return (
    <FormCard
      action={withLogoLimit(saveBrandAction)}
      draftKey="brand"
      revision={saved.revision ?? ""}
      saveLabel="Save brand"
    >
      <CardHeader
        className="pb-4 sm:pb-6"
        title="Brand"
        description={
          saved.revision === null
            ? "Visitors don’t see your brand yet. Add a name, a logo, or a color, and every hosted form, thank-you page, and email to visitors shows them."
            : "On every hosted form, thank-you page, and email to visitors. What a form’s own page sets wins."
        }
      />
      <CardContent className="grid gap-5">
        <TextField
          name="name"
          label="Business name"
          maxLength={80}
          placeholder="Birch & Co"
          autoComplete="organization"
          hint="Whom visitors write to. Leave it blank to show the form’s name."
          defaultValue={saved.name ?? ""}
        />
        <ColorField
          name="color"
          label="Color"
          hint="For buttons, links, and the upper edge. Made darker or lighter where it would be hard to read."
          ours={OUR_COLOR}
          color={saved.color}
        />
      </CardContent>
      <CardContent className="grid gap-4">
        <LogoFields logo={logo} description="Your logo" />
      </CardContent>
      <CardContent className="grid gap-5">
        <TextField
          name="replyName"
          label="Sender of emails"
          maxLength={60}
          placeholder={typedName || workspaceName}
          autoComplete="off"
          hint="The name that auto-replies, confirmation emails, and your replies come from. The address stays the same."
          defaultValue={saved.replyName ?? ""}
        />
      </CardContent>
    </FormCard>
  );
}

/** Returns a thumbnail of a selected file, or null until there is one. */
function useLogoPicture(file: File | null): `data:${string}` | null {
  const [drawn, setDrawn] = useState<{ of: File; picture: `data:${string}` } | null>(null);
  useEffect(() => {
    if (file === null) return;
    let isCurrent = true;
    drawLogo(file).then((picture) => {
      if (isCurrent && picture !== null) setDrawn({ of: file, picture });
    });
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return file !== null && drawn?.of === file ? drawn.picture : null;
}

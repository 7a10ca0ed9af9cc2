import { ArrowRight } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { MethodLabel } from "#components/docs/method-label";
import { ButtonLink } from "#components/ui/button";
import { guideGroups } from "#lib/entry/docs/guides";
import { guideHref, overviewHeadings, referenceHref } from "#lib/entry/docs/navigation";
import { type ReferencePage, reference } from "#lib/entry/docs/reference";

export const metadata: Metadata = {
  title: "Documentation",
  description: "Guides and API reference for Form Intake.",
};

export default function DocsPage() {
  return (
    <div className="mx-auto max-w-5xl px-4 py-8 sm:px-8 sm:py-12">
      <header className="guide">
        <h1>Documentation</h1>
        <p className="lead">
          Form Intake receives your website’s forms, stores every submission, notifies the right
          people, and sends signed webhooks.
        </p>
      </header>
      <Tracks />
      <Guides />
      <Reference />
    </div>
  );
}

const TRACKS = [
  {
    title: "Website",
    text: "Collect messages from a page. No code on your server, and no token.",
    steps: [
      "Sign up and confirm your address",
      "Create a form",
      "Copy its snippet into your page",
      "Submit it once",
      "Read the message in your inbox and email",
    ],
    href: "/docs/html",
    label: "Add a form to your page",
  },
  {
    title: "API",
    text: "From your own code, create forms, read submissions, and receive signed events.",
    steps: [
      "Create an API token",
      "Create a form with curl",
      "Submit to it",
      "List its submissions",
      "Connect a webhook",
    ],
    href: "/docs/quick-start",
    label: "Start with the API",
  },
] as const;

function Tracks() {
  return (
    <div className="mt-8 grid gap-6 md:grid-cols-2">
      {TRACKS.map(({ title, text, steps, href, label }) => (
        <section
          key={title}
          aria-label={title}
          className="flex flex-col rounded-md border bg-card p-6 shadow-card"
        >
          <h2 className="text-base leading-6 font-semibold">{title}</h2>
          <p className="mt-1 text-pretty text-muted-foreground">{text}</p>
          <ol className="mt-4 mb-5 grid list-inside list-decimal gap-1 marker:text-muted-foreground">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <div className="mt-auto">
            <ButtonLink href={href} prefetch={false} variant="outline">
              {label} <ArrowRight aria-hidden />
            </ButtonLink>
          </div>
        </section>
      ))}
    </div>
  );
}

function Guides() {
  const groups = guideGroups().map(([title, guides]) => ({
    title,
    guides: guides.filter(({ slug }) => slug !== "quick-start"),
  }));
  return groups
    .filter(({ guides }) => guides.length > 0)
    .map(({ title, guides }) => (
      <section key={title} className="mt-12">
        <h2 className="border-b pb-2 text-base leading-6 font-semibold">{title}</h2>
        <ul className="mt-2 grid gap-x-8 sm:grid-cols-2">
          {guides.map((guide) => (
            <li key={guide.slug} className="relative -mx-3 rounded-md px-3 py-3 hover:bg-accent">
              <Link
                href={guideHref(guide)}
                prefetch={false}
                className="stretched-link font-medium text-primary"
              >
                {guide.title}
              </Link>
              <p className="mt-0.5 text-pretty text-muted-foreground">{guide.description}</p>
            </li>
          ))}
        </ul>
      </section>
    ));
}

function Reference() {
  const { pages } = reference();
  return (
    <section className="mt-12">
      <h2 className="border-b pb-2 text-base leading-6 font-semibold">API reference</h2>
      <div className="mt-4 grid gap-x-8 gap-y-8 sm:grid-cols-2">
        <div>
          <h3 className="font-medium">
            <Link href="/docs/api" prefetch={false} className="text-primary">
              Overview
            </Link>
          </h3>
          <ul className="reference-links">
            {overviewHeadings().map(({ id, text }) => (
              <li key={id}>
                <a href={`/docs/api#${id}`}>{text}</a>
              </li>
            ))}
            <li>
              <a href="/docs/errors#error-codes">Error codes</a>
            </li>
          </ul>
        </div>
        {pages.map((page) => (
          <Resource key={page.slug} {...page} />
        ))}
      </div>
    </section>
  );
}

function Resource(page: ReferencePage) {
  const href = referenceHref(page);
  return (
    <div>
      <h3 className="font-medium">
        <a href={href} className="text-primary">
          {page.title}
        </a>
      </h3>
      <ul className="reference-links">
        {page.operations.map(({ id, method, title }) => (
          <li key={id}>
            <a href={`${href}#${id}`}>
              <MethodLabel method={method} />
              <span>{title}</span>
            </a>
          </li>
        ))}
      </ul>
      {page.objects.length === 0 ? null : (
        <p className="objects">
          {page.objects.map(({ name }) => (
            <a key={name} href={`${href}#${name}`}>
              {name}
            </a>
          ))}
        </p>
      )}
    </div>
  );
}

import { ButtonLink } from "#components/ui/button";
import { AuthCard } from "../auth-card";

const NEXT = [
  "Create the first account and its workspace.",
  "Create a form, and put its code on your website.",
  "Read the first message in your inbox.",
] as const;

/** Instead of the sign-in page while no one has an account. */
export function FirstOwner() {
  return (
    <AuthCard
      title="Welcome to Form Intake"
      footer={
        <>
          Want to look around first?{" "}
          <a href="/docs" className="link">
            Read the documentation
          </a>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="-mt-3 text-pretty text-muted-foreground">
          Your installation is running, and no one has an account yet. It receives your websites’
          forms, keeps every message, and notifies your team.
        </p>
        <ol className="grid gap-3">
          {NEXT.map((text, index) => (
            <li key={text} className="flex items-start gap-3">
              <span
                aria-hidden
                className="tabular flex size-6 shrink-0 items-center justify-center rounded-full border border-input text-sm"
              >
                {index + 1}
              </span>
              <span className="text-pretty">{text}</span>
            </li>
          ))}
        </ol>
        <ButtonLink href="/sign-up" className="w-full">
          Create the first account
        </ButtonLink>
      </div>
    </AuthCard>
  );
}

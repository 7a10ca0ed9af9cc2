import { Check } from "lucide-react";
import { Badge } from "#components/ui/badge";
import { ButtonLink } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import type { OnboardingStep } from "../onboarding-steps";

type StepProps = Omit<OnboardingStep, "name" | "isForOwners"> & {
  isDone: boolean;
  isNext: boolean;
};

export function OnboardingStepItem({
  title,
  text,
  href,
  action,
  isOptional,
  isDone,
  isNext,
}: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 sm:flex-nowrap sm:px-6">
      <span
        aria-hidden
        className={cn(
          "flex size-6 shrink-0 items-center justify-center self-start rounded-full border border-input",
          isDone && "border-primary bg-primary text-primary-foreground",
          isNext && "border-2 border-primary",
        )}
      >
        {isDone ? <Check className="size-3.5" strokeWidth={3} /> : null}
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <h2 className={cn("font-medium", isDone && "text-muted-foreground")}>
          {title}
          {isDone ? <span className="sr-only"> (done)</span> : null}
          {isOptional && !isDone ? <Badge className="ml-2 align-middle">Optional</Badge> : null}
        </h2>
        {isDone ? null : <p className="mt-0.5 text-pretty text-muted-foreground">{text}</p>}
      </div>
      {isDone || href === null ? null : (
        <ButtonLink
          href={href}
          size="sm"
          variant={isNext ? "primary" : "outline"}
          className="ml-10 sm:ml-0"
        >
          {action}
        </ButtonLink>
      )}
    </li>
  );
}

import type { ComponentProps, ReactNode } from "react";
import { cn } from "#components/ui/cn.ts";

export function Card({ className, ...props }: ComponentProps<"section">) {
  return (
    <section
      className={cn(
        "min-w-0 rounded-md border bg-card text-card-foreground shadow-card",
        className,
      )}
      {...props}
    />
  );
}

type CardHeaderProps = Omit<ComponentProps<"div">, "title"> & {
  title?: ReactNode;
  description?: ReactNode;
};

/** A card's title, with `children` beside it. */
export function CardHeader({ className, title, description, children, ...props }: CardHeaderProps) {
  return (
    <div
      className={cn(
        "flex flex-wrap items-start gap-x-4 gap-y-3 px-4 pt-4 sm:px-6 sm:pt-6 [&>*]:min-w-0",
        className,
      )}
      {...props}
    >
      {title ? (
        <div className="flex-1 basis-64">
          <CardTitle>{title}</CardTitle>
          {description ? <CardDescription>{description}</CardDescription> : null}
        </div>
      ) : null}
      {children}
    </div>
  );
}

type ChildrenProps = { children: ReactNode };

export function CardTitle({ children }: ChildrenProps) {
  return (
    <h2 className="text-base leading-6 font-semibold tracking-tight wrap-anywhere">{children}</h2>
  );
}

function CardDescription({ children }: ChildrenProps) {
  return <p className="mt-1 max-w-prose text-sm text-pretty text-muted-foreground">{children}</p>;
}

export function CardContent({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("p-4 sm:p-6", className)} {...props} />;
}

export function CardFooter({ children }: ChildrenProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-b-md border-t bg-muted px-4 py-3 sm:px-6">
      {children}
    </div>
  );
}

type SectionProps = { title: string; text: string; children: ReactNode };

/** A group of fields, with its title on the left. */
export function FieldSection({ title, text, children }: SectionProps) {
  return (
    <section className="grid gap-x-10 gap-y-5 p-4 sm:p-6 md:grid-cols-[14rem_1fr]">
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-1 text-pretty text-muted-foreground">{text}</p>
      </div>
      <div className="grid min-w-0 gap-5">{children}</div>
    </section>
  );
}

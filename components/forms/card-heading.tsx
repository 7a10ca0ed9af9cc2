import type { ComponentProps, ReactNode } from "react";
import { CardDescription, CardHeader, CardTitle } from "#components/ui/card";

type CardHeadingProps = Omit<ComponentProps<typeof CardHeader>, "title"> & {
  title: string;
  text?: ReactNode;
};

/** A card's title and explanation, and what else its header holds. */
export function CardHeading({ title, text, children, ...props }: CardHeadingProps) {
  return (
    <CardHeader {...props}>
      <div className="min-w-0 flex-1 basis-64">
        <CardTitle>{title}</CardTitle>
        {text ? <CardDescription>{text}</CardDescription> : null}
      </div>
      {children}
    </CardHeader>
  );
}

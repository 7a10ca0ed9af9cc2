import { cva, type VariantProps } from "class-variance-authority";

/** How everything looks that is drawn as a button. By itself, for pages that must do without more. */
export const buttonVariants = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors duration-150 disabled:pointer-events-none disabled:opacity-50 [&_svg]:pointer-events-none [&_svg]:shrink-0 [&_svg:not([class*='size-'])]:size-4",
  {
    variants: {
      variant: {
        primary: "bg-primary text-primary-foreground shadow-card hover:bg-primary-hover",
        destructive:
          "bg-destructive text-destructive-foreground shadow-card hover:bg-destructive-hover",
        outline: "border bg-card text-foreground shadow-card hover:bg-accent",
        ghost: "text-muted-foreground hover:bg-accent hover:text-foreground",
        dangerGhost: "text-destructive hover:bg-destructive/10",
      },
      size: {
        md: "h-9 px-4 text-sm",
        sm: "h-8 px-3 text-sm",
        icon: "size-9",
        iconSm: "size-8",
      },
    },
    defaultVariants: { variant: "primary", size: "md" },
  },
);

export type ButtonLook = VariantProps<typeof buttonVariants>;

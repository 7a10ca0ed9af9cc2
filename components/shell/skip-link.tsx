export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-[70] -translate-y-20 rounded-md bg-primary px-4 py-2 font-medium text-primary-foreground focus:translate-y-0"
    >
      Skip to the content
    </a>
  );
}

const LANGUAGES = [
  { id: "snippets-curl", label: "curl" },
  { id: "snippets-fetch", label: "JavaScript" },
] as const;

/** Picks the language of all requests on the page. Plain radio buttons; CSS does the rest. */
export function SnippetSwitch() {
  return (
    <fieldset className="inline-flex h-8 items-center gap-0.5 rounded-md border bg-card p-0.5">
      <legend className="sr-only">Request language</legend>
      {LANGUAGES.map(({ id, label }, index) => (
        <label
          key={id}
          className="relative flex h-full items-center rounded-sm px-2.5 text-xs font-medium text-muted-foreground hover:text-foreground has-checked:bg-accent has-checked:text-accent-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring"
        >
          <input
            id={id}
            type="radio"
            name="snippets"
            defaultChecked={index === 0}
            className="absolute inset-0 opacity-0"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** The same code in one language. */
export type CodeVersion = { language: string; label: string; code: string };

type CodeProps = {
  /** Unique on the page. */
  id: string;
  /** The name of the copied text, for screen readers. */
  what: string;
  title?: string;
  versions: readonly CodeVersion[];
  /** The viewer's language, shown first if it's among the versions. */
  language?: string | undefined;
  /** True if it scrolls if it's long, instead of making the page longer. */
  isScrolled?: boolean;
};

/**
 * Code with a copy button, and tabs if there are several versions. The tabs are radio buttons, so that they
 * work without scripts and the page contains each version. Long lines wrap, to be readable on a phone.
 */
export function Code({ id, what, title, versions, language, isScrolled }: CodeProps) {
  const current = versions.find((one) => one.language === language) ?? versions[0];
  return (
    <figure className="code">
      <figcaption>
        {title ? <span>{title}</span> : null}
        {versions.length > 1 ? (
          <fieldset>
            <legend className="sr-only">Language</legend>
            {versions.map((one) => (
              <label key={one.language}>
                <input
                  type="radio"
                  name={id}
                  value={one.language}
                  defaultChecked={one === current}
                />
                {one.label}
              </label>
            ))}
          </fieldset>
        ) : title ? null : (
          <span>{current?.label}</span>
        )}
        <button type="button" data-copy aria-label={`Copy ${what}`} />
      </figcaption>
      {versions.map((one) => (
        <pre
          key={one.language}
          data-language={one.language}
          {...(isScrolled ? { tabIndex: 0, role: "region", "aria-label": what } : {})}
        >
          <code>{one.code}</code>
        </pre>
      ))}
    </figure>
  );
}

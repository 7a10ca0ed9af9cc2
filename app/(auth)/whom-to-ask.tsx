import { settings } from "#lib/core/settings";

/** Whom someone without an account can ask for one. */
export function WhomToAsk() {
  const { operatorEmails } = settings();
  if (operatorEmails.length === 0) return <>Ask the people who run this service for an account.</>;
  return (
    <>
      To ask for an account, write to{" "}
      {operatorEmails.map((email, index) => (
        <span key={email}>
          {index > 0 ? " or " : null}
          <a href={`mailto:${email}`} className="link wrap-anywhere">
            {email}
          </a>
        </span>
      ))}
      .
    </>
  );
}

import { Link } from "@react-email/components";
import type { Reply } from "#lib/autoresponder/compose-reply";
import { EmailLayout, Verbatim } from "#lib/notifications/emails/layout.tsx";
import { STYLES } from "#lib/notifications/emails/theme";

/** The auto-reply: the owner's text, with an unsubscribe link below. */
export function ReplyEmail({ subject, message, reason, optOut }: Reply) {
  return (
    <EmailLayout
      subject={subject}
      preview={message}
      footer={
        <>
          {reason}
          <br />
          {optOut.label}{" "}
          <Link className="link" href={optOut.url} style={STYLES.link}>
            {optOut.url}
          </Link>
        </>
      }
    >
      <Verbatim text={message} />
    </EmailLayout>
  );
}

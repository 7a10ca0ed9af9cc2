import { Hr, Text } from "@react-email/components";
import {
  CallToAction,
  EmailLayout,
  Note,
  renderEach,
  Title,
  Verbatim,
} from "#lib/notifications/emails/layout.tsx";
import { STYLES } from "#lib/notifications/emails/theme";
import type { MailField } from "#lib/notifications/message-text";
import { LEFT_EMPTY, type NotificationContent } from "#lib/notifications/notification-content";

/** Browsers also send empty fields. Without a placeholder, a value would seem to be missing. */
function Value({ text }: { text: string }) {
  if (text !== "") return <Verbatim text={text} />;
  return (
    <Text className="muted" style={STYLES.empty}>
      {LEFT_EMPTY}
    </Text>
  );
}

function Field({ label, values }: MailField) {
  return (
    <div>
      <Text className="muted" dir="auto" style={STYLES.label}>
        {label}
      </Text>
      {renderEach(
        Value,
        values.map((text) => ({ text })),
      )}
    </div>
  );
}

function FileLine({ name, size }: NotificationContent["files"][number]) {
  return <Verbatim text={`${name} (${size})`} />;
}

/** Notifies a recipient of a new message. Everything a visitor typed is shown as text. */
export function NotificationEmail(content: NotificationContent) {
  return (
    <EmailLayout subject={content.subject} preview={content.preview} footer={content.reason}>
      <Title>{content.formName}</Title>
      <Note>New message received {content.receivedAt}</Note>
      {renderEach(Field, content.fields)}
      {content.isCut ? <Note>{content.cutNote}</Note> : null}
      {content.files.length > 0 ? (
        <>
          <Text className="muted" style={STYLES.label}>
            Files
          </Text>
          {renderEach(FileLine, content.files)}
          <Note>{content.filesNote}</Note>
        </>
      ) : null}
      <Hr className="rule" style={STYLES.rule} />
      <Note>{content.replyNote}</Note>
      <CallToAction href={content.link}>Open message</CallToAction>
    </EmailLayout>
  );
}

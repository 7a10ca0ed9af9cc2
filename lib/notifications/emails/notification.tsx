import { Hr, Text } from "@react-email/components";
import {
  CallToAction,
  EmailLayout,
  Note,
  Title,
  Verbatim,
} from "#lib/notifications/emails/layout.tsx";
import { STYLES } from "#lib/notifications/emails/theme";
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

/** Notifies a recipient of a new message. Everything a visitor typed is shown as text. */
export function NotificationEmail(content: NotificationContent) {
  return (
    <EmailLayout subject={content.subject} preview={content.preview} footer={content.reason}>
      <Title>{content.formName}</Title>
      <Note>New message received {content.receivedAt}</Note>
      {content.fields.map(({ label, values }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have the same label
        <div key={index}>
          <Text className="muted" dir="auto" style={STYLES.label}>
            {label}
          </Text>
          {values.map((value, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a field may hold the same value twice
            <Value key={position} text={value} />
          ))}
        </div>
      ))}
      {content.isCut ? <Note>{content.cutNote}</Note> : null}
      {content.files.length > 0 ? (
        <>
          <Text className="muted" style={STYLES.label}>
            Files
          </Text>
          {content.files.map(({ name, size }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
            <Verbatim key={index} text={`${name} (${size})`} />
          ))}
          <Note>{content.filesNote}</Note>
        </>
      ) : null}
      <Hr className="rule" style={STYLES.rule} />
      <Note>{content.replyNote}</Note>
      <CallToAction href={content.link}>Open message</CallToAction>
    </EmailLayout>
  );
}

import {
  CallToAction,
  EmailLayout,
  Note,
  Paragraph,
  Title,
} from "#lib/notifications/emails/layout.tsx";
import type { NoticeContent } from "#lib/notifications/notice-content";

/** A short email with one action: confirm an address, set a password, view usage. */
export function NoticeEmail(content: NoticeContent) {
  return (
    <EmailLayout
      subject={content.subject}
      preview={content.paragraphs[0] ?? content.title}
      footer={content.reason}
    >
      <Title>{content.title}</Title>
      {content.paragraphs.map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
      <CallToAction href={content.action.href}>{content.action.label}</CallToAction>
      {content.notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
    </EmailLayout>
  );
}

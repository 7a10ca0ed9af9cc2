import {
  Body,
  Button,
  Container,
  Head,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from "@react-email/components";
import type { ReactNode } from "react";
import { DARK_STYLES, STYLES } from "#lib/notifications/emails/theme";

/** The frame of every mail: one card, and below it why the reader gets it. */
export function EmailLayout(props: {
  subject: string;
  preview: string;
  footer: ReactNode;
  children: ReactNode;
}) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* What a screen reader calls the mail, and a browser's tab. */}
        <title>{props.subject}</title>
        <style>{DARK_STYLES}</style>
      </Head>
      <Body className="page" style={STYLES.page}>
        <Preview>{props.preview}</Preview>
        <Section className="page" style={STYLES.page}>
          <Container className="frame" style={{ ...STYLES.container, ...STYLES.frame }}>
            <Section className="card" style={STYLES.card}>
              {props.children}
            </Section>
            <Text className="muted footer" style={STYLES.footer}>
              {props.footer}
            </Text>
          </Container>
        </Section>
      </Body>
    </Html>
  );
}

export function Title({ children }: { children: ReactNode }) {
  return (
    <h1 className="text" dir="auto" style={STYLES.heading}>
      {children}
    </h1>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="text" style={STYLES.text}>
      {children}
    </Text>
  );
}

export function Note({ children }: { children: ReactNode }) {
  return (
    <Text className="muted" style={STYLES.muted}>
      {children}
    </Text>
  );
}

/** One thing to do: a button, and the same address to read and copy. */
export function CallToAction({ href, children }: { href: string; children: ReactNode }) {
  return (
    <>
      <Section style={{ marginTop: "24px" }}>
        <Button className="button" href={href} style={STYLES.button}>
          {children}
        </Button>
      </Section>
      <Text className="muted" style={{ ...STYLES.muted, marginTop: "16px" }}>
        Or open this link:{" "}
        <Link className="link" href={href} style={STYLES.link}>
          {href}
        </Link>
      </Text>
    </>
  );
}

/** Text of strangers: never markup, its line breaks and spaces kept, its direction its own. */
export function Verbatim({ text }: { text: string }) {
  return (
    <Text className="text" dir="auto" style={STYLES.value}>
      {text.split("\n").map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text have no other identity
        <span key={index}>
          {index > 0 ? <br /> : null}
          {line}
        </span>
      ))}
    </Text>
  );
}

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
import { createElement, type FunctionComponent, type ReactNode } from "react";
import { DARK_STYLES, STYLES } from "#lib/notifications/emails/theme";

/** The frame of every email: a card, and below it the reason for the email. */
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
        {/* Read by screen readers and shown in browser tabs. */}
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

/** A button, and the same link to read and copy. */
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

/** Renders a component for each item. Emails render once, so an item's position can be its key. */
export function renderEach<Props extends object>(
  component: FunctionComponent<Props>,
  items: readonly Props[],
): ReactNode {
  return [...items.entries()].map(([position, props]) =>
    createElement(component, { ...props, key: position }),
  );
}

function Line({ text, isFirst }: { text: string; isFirst: boolean }) {
  return (
    <span>
      {isFirst ? null : <br />}
      {text}
    </span>
  );
}

/** Untrusted text: never markup, with its line breaks and its own direction. */
export function Verbatim({ text }: { text: string }) {
  const lines = text.split("\n").map((line, index) => ({ text: line, isFirst: index === 0 }));
  return (
    <Text className="text" dir="auto" style={STYLES.value}>
      {renderEach(Line, lines)}
    </Text>
  );
}

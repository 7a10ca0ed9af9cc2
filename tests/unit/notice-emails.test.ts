import { describe, expect, it } from "vitest";
import type { EmailData } from "#lib/domain/deliveries/email-data";
import { toNoticeHtml } from "#lib/domain/emails/html/write-html";
import { toNoticeContent } from "#lib/domain/emails/notice-content";
import { toNoticeText } from "#lib/domain/emails/notice-text";
import { changeSettings } from "#tests/support/setup/change-settings";

const BASE_URL = "https://forms.example.com";

describe("account and alert emails", () => {
  const verification: EmailData = {
    kind: "verification",
    workspaceName: "Ada & <b>Co</b>\r\nBcc: x",
    link: `${BASE_URL}/verify-recipient?token=abc`,
  };

  it("verification email contains the workspace, link, and expiry", async () => {
    const content = toNoticeContent(verification, "ada@example.com", BASE_URL);
    const text = toNoticeText(content);
    const html = toNoticeHtml(content);
    expect(text).toContain("“Ada & <b>Co</b> Bcc: x”");
    expect(text).toContain(verification.link);
    expect(text).toContain("24 hours");
    expect(html).toContain("Ada &amp; &lt;b&gt;Co&lt;/b&gt;");
    expect(html.split(verification.link)).toHaveLength(2);
    expect(content.subject).not.toContain("Ada");
  });

  function usageAlert(percent: number, accepted = percent * 10) {
    const given = { workspaceName: "Ada", allowance: 1000, month: "2026-11" };
    const data: EmailData = { kind: "allowance", percent, accepted, ...given };
    const content = toNoticeContent(data, "ada@example.com", BASE_URL);
    return { subject: content.subject, text: toNoticeText(content) };
  }

  it.each([
    [80, "You’ve used 80% of your messages for November 2026", "800 of the 1,000"],
    [100, "You’ve used all your messages for November 2026", "1,000 of the 1,000"],
  ])("usage alert at %s%% has the correct subject and numbers", (percent, subject, figures) => {
    const alert = usageAlert(percent);
    expect(alert.subject).toBe(subject);
    expect(alert.text).toContain(figures);
    expect(alert.text).toContain(`${BASE_URL}/usage`);
  });

  it("usage alert after a downgrade shows usage above the allowance", () => {
    expect(usageAlert(100, 5000).text).toContain(
      "has received 5,000 messages in November 2026. Your allowance is 1,000.",
    );
  });

  it.each([80, 100, 200])(
    "usage alert at %s%% speaks of no plan where there are none",
    (percent) => {
      changeSettings({ monthlyAllowance: 1000 });
      expect(Object.values(usageAlert(percent)).join(" ")).not.toMatch(/\bplans?\b/i);
    },
  );

  it.each([
    ["bounced", "A recipient bounces", "came back"],
    ["complained", "A recipient marked an email as spam", "as spam"],
  ] as const)("email about a recipient that %s says what to do", (reason, title, what) => {
    const data: EmailData = {
      kind: "account",
      purpose: "recipient_blocked",
      link: `${BASE_URL}/recipients`,
      workspaceName: "Ada & Co",
      email: "sales@example.com",
      reason,
    };
    const content = toNoticeContent(data, "owner@example.com", BASE_URL);
    const text = toNoticeText(content);
    expect(content.subject).toBe(`${title}: notifications to it have stopped`);
    for (const part of [
      title,
      what,
      "sales@example.com",
      "“Ada & Co”",
      "Confirm the address again",
    ])
      expect(text).toContain(part);
    expect(text).toContain(data.link);
  });

  it("invitation names who invites, the workspace and the role, and links once to accept", () => {
    const data: EmailData = {
      kind: "account",
      purpose: "invitation",
      link: `${BASE_URL}/invitation?token=secret`,
      workspaceName: "Nordlicht\r\nStudio",
      inviter: "ada@example.com",
      inviterName: null,
      role: "member",
    };
    const text = toNoticeText(toNoticeContent(data, "bob@example.com", BASE_URL));
    expect(text).toContain("ada@example.com invited you to join the workspace “Nordlicht Studio”");
    expect(text).toContain("As a member,");
    expect(text.split(data.link)).toHaveLength(2);
    expect(text).toContain("You can ignore this email.");
    const named = toNoticeContent(
      { ...data, inviterName: "Ada Lovelace" },
      "bob@x.example",
      BASE_URL,
    );
    expect(named.subject).toBe("Ada Lovelace invited you to Nordlicht Studio on Form Intake");
    expect(toNoticeText(named)).toContain("Ada Lovelace (ada@example.com) invited you to join");
  });

  it.each(["win.example.com/prize", "Visit evil.example", "https://evil", "Übung.über"])(
    "emails about memberships leave out a workspace name that could become a link: %s",
    (workspaceName) => {
      const account = { kind: "account", link: BASE_URL, workspaceName } as const;
      const emails: EmailData[] = [
        {
          ...account,
          purpose: "invitation",
          inviter: "ada@example.com",
          inviterName: workspaceName,
          role: "owner",
        },
        { ...account, purpose: "access_ended", isDeleted: false },
      ];
      for (const data of emails) {
        const content = toNoticeContent(data, "bob@example.com", BASE_URL);
        expect(toNoticeText(content)).not.toContain(workspaceName);
        expect(toNoticeHtml(content)).not.toContain(workspaceName);
        expect(toNoticeText(content)).toMatch(/join their workspace|removed you from a workspace/);
      }
    },
  );

  it.each([
    [true, "An owner deleted the workspace “Nordlicht”"],
    [false, "An owner removed you from the workspace “Nordlicht”"],
  ])("shows why someone lost access (deleted: %s)", (isDeleted, why) => {
    const data: EmailData = {
      kind: "account",
      purpose: "access_ended",
      link: BASE_URL,
      workspaceName: "Nordlicht",
      isDeleted,
    };
    expect(toNoticeText(toNoticeContent(data, "bob@example.com", BASE_URL))).toContain(why);
  });

  it.each([
    ["healthy", false, "has recovered", "is accepting events again"],
    ["failing", false, "is failing", "The last three attempts"],
    ["suspended", false, "is suspended", "hasn’t accepted an event for at least five days"],
    ["suspended", true, "is suspended", "responded with 410 Gone"],
  ] as const)(
    "webhook alert explains that the endpoint is %s (gone: %s)",
    async (health, isGone, state, what) => {
      const formId = "019b0000-0000-7000-8000-000000000002";
      const data: EmailData = {
        kind: "webhook_notice",
        workspaceName: "Ada\r\nBcc: x",
        formId,
        formName: "Contact\r\n<b>",
        host: "hooks.example.com",
        health,
        isGone,
        destination: null,
      };
      const content = toNoticeContent(data, "ada@example.com", BASE_URL);
      expect(content.subject).toBe(`The webhook for “Contact <b>” ${state}`);
      const text = toNoticeText(content);
      expect(text).toContain(`hooks.example.com`);
      expect(text).toContain(what);
      expect(text).toContain(`${BASE_URL}/forms/${formId}/integrations/webhook`);
      expect(text).toContain("owner of the workspace “Ada Bcc: x”.");
      expect(toNoticeHtml(content)).toContain("Contact &lt;b&gt;");
    },
  );

  it("supports dark mode", async () => {
    const content = toNoticeContent(verification, "ada@example.com", BASE_URL);
    const html = toNoticeHtml(content);
    expect(html).toContain("prefers-color-scheme: dark");
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
  });
});

import { expect, test } from "vitest";
import { isDisposable } from "#lib/domain/spam/disposable";

test.each([
  "mailinator.com",
  "guerrillamail.com",
  "yopmail.com",
  "MAILINATOR.com",
  "x.mailinator.com",
])("%s is disposable", (domain) => expect(isDisposable(domain)).toBe(true));

/** Services that forward to people's own mailboxes, and providers of ordinary ones. */
const PRIVATE = ["privaterelay.appleid.com", "icloud.com", "mozmail.com", "duck.com"];
const ORDINARY = ["gmail.com", "web.de", "proton.me", "qq.com", "example.com", "com", ""];

test.each([...PRIVATE, ...ORDINARY])("“%s” isn't disposable", (domain) =>
  expect(isDisposable(domain)).toBe(false),
);

import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StagingBar } from "#components/shell/staging-bar";
import { settings } from "#lib/core/settings/settings";
import { changeSettings } from "#tests/support/setup/change-settings";

const bar = (mode: "capture" | "live", isSignedIn = true) => {
  changeSettings({ email: { ...settings().email, mode } });
  return renderToStaticMarkup(<StagingBar isSignedIn={isSignedIn} />);
};

test("a bar says that emails are captured, and nothing is there once they're delivered", () => {
  expect(bar("capture")).toContain("email is captured in the");
  expect(bar("live")).toBe("");
});

test("the test inbox is linked once there is a session that can open it", () => {
  expect(bar("capture")).toContain('href="/test-inbox"');
  expect(bar("capture", false)).not.toContain("href");
  expect(bar("capture", false)).toContain("email is captured instead of sent");
});

import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StagingBar } from "#components/shell/staging-bar";
import { settings } from "#lib/core/settings/settings";
import { changeSettings } from "#tests/support/setup/change-settings";

const bar = (mode: "capture" | "live") => {
  changeSettings({ email: { ...settings().email, mode } });
  return renderToStaticMarkup(<StagingBar />);
};

test("a bar says that emails are captured, and nothing is there once they're delivered", () => {
  expect(bar("capture")).toContain("email is captured in the");
  expect(bar("live")).toBe("");
});

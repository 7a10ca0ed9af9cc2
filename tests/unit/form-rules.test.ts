import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  acceptedExtensions,
  toStoredTypes,
  toUploadTypes,
  UPLOAD_TYPE_NAMES,
} from "#lib/domain/forms/file-rules";
import { findChanges, mergeSettings } from "#lib/domain/forms/rules";
import {
  DEFAULT_SETTINGS,
  FormSettings,
  FormSettingsInput,
  SaveFormInput,
  UpdateFormInput,
} from "#lib/domain/forms/schema";
import { FILE_EXTENSIONS } from "#lib/domain/intake/file-types";

const days = fc.integer({ min: 1, max: 365 });
const uploads = { enabled: fc.boolean(), retentionDays: days };
const members = {
  subject: fc.constantFrom("Hello", "New message", "😀"),
  allowedOrigins: fc.subarray(["https://a.example", "https://b.example", "https://c.example:8443"]),
  redirectUrl: fc.constantFrom("", "https://example.com/thanks"),
  honeypot: fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,63}$/),
  messageRetentionDays: fc.option(days),
};
const complete = fc.record({ ...members, uploads: fc.record(uploads) });
const partial = fc.record(
  { ...members, uploads: fc.record(uploads, { requiredKeys: [] }) },
  { requiredKeys: [] },
);

test("merging validated settings returns complete, valid settings", () => {
  fc.assert(
    fc.property(complete, partial, (current, input) => {
      const merged = mergeSettings(FormSettings.parse(current), FormSettingsInput.parse(input));
      expect(FormSettings.parse(merged)).toEqual(merged);
    }),
  );
});

test("merging settings replaces the given members and keeps the rest", () => {
  fc.assert(
    fc.property(complete, partial, (current, input) => {
      const merged = mergeSettings(current, input);
      const { uploads: named, ...others } = input;
      for (const [name, value] of Object.entries(current)) {
        if (name === "uploads") continue;
        const expected =
          name in others ? Object.entries(others).find(([key]) => key === name)?.[1] : value;
        expect(Object.entries(merged)).toContainEqual([name, expected]);
      }
      expect(merged.uploads.enabled).toBe(named?.enabled ?? current.uploads.enabled);
      expect(merged.uploads.retentionDays).toBe(
        named?.retentionDays ?? current.uploads.retentionDays,
      );
    }),
  );
});

test("merging settings is idempotent and changes nothing if no settings are given", () => {
  fc.assert(
    fc.property(complete, partial, (current, input) => {
      expect(mergeSettings(current, {})).toEqual(current);
      const once = mergeSettings(current, input);
      expect(mergeSettings(once, input)).toEqual(once);
    }),
  );
});

test("the default settings are valid", () => {
  expect(FormSettings.parse(DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS);
});

const SEEN = { name: "A", recipientIds: ["1"], settings: { ...DEFAULT_SETTINGS, subject: "S" } };

test("unchanged members keep the values that others saved in the meantime", () => {
  const current = {
    ...SEEN,
    name: "By another",
    settings: { ...SEEN.settings, uploads: { enabled: true, retentionDays: 5 } },
  };
  const input = { ...SEEN, settings: { ...SEEN.settings, subject: "Mine" } };
  expect(findChanges(current, SEEN, input)).toEqual({
    changes: { settings: { subject: "Mine" } },
    conflicts: [],
  });
});

test("a member conflicts only if both users changed it to different values", () => {
  const current = {
    ...SEEN,
    name: "Same",
    recipientIds: ["2"],
    settings: { ...SEEN.settings, uploads: { enabled: false, retentionDays: 7 } },
  };
  const input = {
    name: "Same",
    recipientIds: ["1", "3"],
    settings: { ...SEEN.settings, uploads: { enabled: true, retentionDays: 9 } },
  };
  expect(findChanges(current, SEEN, input)).toEqual({
    changes: { ...input, settings: { uploads: { enabled: true, retentionDays: 9 } } },
    conflicts: ["recipientIds", "settings.uploads.retentionDays"],
  });
});

test("unchanged input has nothing to save", () => {
  const current = { ...SEEN, name: "By another" };
  expect(findChanges(current, SEEN, SEEN)).toEqual({ changes: {}, conflicts: [] });
});

describe("types of files that a form accepts", () => {
  test("cover every extension that the service accepts, once", () => {
    expect(acceptedExtensions([]).sort()).toEqual([...FILE_EXTENSIONS].sort());
  });

  test("all of them are stored as no list, so that types added later are accepted, too", () => {
    expect(toStoredTypes(UPLOAD_TYPE_NAMES)).toEqual([]);
    expect(toUploadTypes([])).toEqual(UPLOAD_TYPE_NAMES);
    expect(toUploadTypes(toStoredTypes(["pdf", "text"]))).toEqual(["pdf", "text"]);
  });

  test("are saved once each and in our order, and there must be one", () => {
    const uploadTypes = ["text", "pdf", "pdf"];
    expect(SaveFormInput.parse({ uploadTypes })).toEqual({ uploadTypes: ["pdf", "text"] });
    const [issue] = SaveFormInput.safeParse({ uploadTypes: [] }).error?.issues ?? [];
    expect(issue).toMatchObject({
      path: ["uploadTypes"],
      message: "must include at least one type",
    });
    expect(SaveFormInput.safeParse({ uploadTypes: ["exe"] }).success).toBe(false);
  });

  test("aren't part of the API", () => {
    const input = { name: "Contact", uploadTypes: ["pdf"] };
    expect(UpdateFormInput.safeParse(input).success).toBe(false);
  });
});

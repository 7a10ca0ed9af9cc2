import { describe, expect, test } from "vitest";
import {
  acceptedExtensions,
  toStoredTypes,
  toUploadTypes,
  UPLOAD_TYPE_NAMES,
} from "#lib/forms/file-rules";
import { SaveFormInput, UpdateFormInput } from "#lib/forms/schema";
import { FILE_EXTENSIONS } from "#lib/intake/file-types";

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

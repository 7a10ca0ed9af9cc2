import { expect, test } from "vitest";
import { type RoutingRule, SaveRoutingInput } from "#lib/routing/schema";
import { changedIds } from "../../app/(dashboard)/forms/[formId]/list-editor/use-list-editor";
import {
  defaultName,
  isComplete,
  nextRule,
  withKnownRecipients,
  withNames,
  withoutDefaultNames,
} from "../../app/(dashboard)/forms/[formId]/routing/draft";

const RULE: RoutingRule = {
  id: "01a20598-96aa-72b7-9679-21cb6573e7ca",
  name: "",
  field: "topic",
  operator: "contains",
  value: "sales",
  recipientIds: ["01a20598-96aa-72b7-9679-21cb6573e7cb"],
};

const OTHER_ID = "01a20598-96aa-72b7-9679-21cb6573e7cc";

test("a rule without a name is saved under its condition", () => {
  expect(defaultName(RULE)).toBe("topic contains sales");
  expect(defaultName({ ...RULE, operator: "equals" })).toBe("topic is sales");
  expect(defaultName({ ...RULE, operator: "present" })).toBe("topic is filled in");
});

test("the API accepts the name of any complete rule, however long", () => {
  const value = "👩‍🚀 ".repeat(40);
  const rules = withNames([
    { ...RULE, field: "n".repeat(100) },
    { ...RULE, id: RULE.id.replace("01", "02"), value },
  ]);
  const input = SaveRoutingInput.safeParse({ revision: null, enabled: true, rules });
  expect(input.error?.issues ?? []).toEqual([]);
});

test("a name made from the condition follows its changes, and one that was typed stays", () => {
  const rules = withNames([RULE, { ...RULE, name: "Sales" }]);
  expect(withoutDefaultNames(rules).map(({ name }) => name)).toEqual(["", "Sales"]);
});

test("only rules that differ from the saved ones count as changed, wherever they are", () => {
  const other = { ...RULE, id: "other" };
  expect(changedIds([other, RULE], [RULE, other])).toEqual([]);
  expect(changedIds([{ ...other, value: "press" }, RULE], [RULE, other])).toEqual(["other"]);
});

test("a restored rule loses recipients that were removed, and keeps its others", () => {
  const kept = { id: RULE.recipientIds[0] ?? "" };
  const rules = [{ ...RULE, recipientIds: ["01a20598-96aa-72b7-9679-21cb6573e7cc", kept.id] }];
  expect(withKnownRecipients(rules, [kept])).toEqual([RULE]);
  expect(withKnownRecipients(rules, [])).toEqual([{ ...RULE, recipientIds: [] }]);
});

test("a new rule asks for the field of the one before, and has nothing else of it", () => {
  expect(nextRule(OTHER_ID, [RULE])).toEqual({
    id: OTHER_ID,
    name: "",
    field: "topic",
    operator: "contains",
    value: "",
    recipientIds: [],
  });
  const present: RoutingRule = { ...RULE, operator: "present", value: null };
  expect(nextRule(OTHER_ID, [present])).toMatchObject({ operator: "contains", value: "" });
  expect(nextRule(OTHER_ID, [])).toMatchObject({ field: "", operator: "contains" });
});

test("a rule is complete once it has a field, a value if it needs one, and a recipient", () => {
  expect(isComplete(RULE)).toBe(true);
  expect(isComplete({ ...RULE, operator: "present", value: null })).toBe(true);
  expect(isComplete({ ...RULE, value: " " })).toBe(false);
  expect(isComplete({ ...RULE, field: "" })).toBe(false);
  expect(isComplete({ ...RULE, recipientIds: [] })).toBe(false);
});

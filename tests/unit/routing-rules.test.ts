import fc from "fast-check";
import { expect, test } from "vitest";
import type { FieldPairs } from "#lib/core/fields/fields";
import { planNotification } from "#lib/domain/emails/plan-notification";
import { matchRule } from "#lib/domain/forms/routing/rules";
import { type RoutingRule, SaveRoutingInput } from "#lib/domain/forms/routing/schema";
import { changedIds } from "../../app/(dashboard)/forms/[formId]/list-editor/use-list-editor";
import {
  defaultName,
  isComplete,
  nextRule,
  withKnownRecipients,
  withNames,
  withoutDefaultNames,
} from "../../app/(dashboard)/forms/[formId]/notify/routing/draft";

let made = 0;
function rule(change: Partial<RoutingRule> = {}): RoutingRule {
  made += 1;
  const id = `rule-${made}`;
  return {
    id,
    name: id,
    field: "topic",
    operator: "equals",
    value: "Sales",
    recipientIds: ["a"],
    ...change,
  };
}

function isMatch(change: Partial<RoutingRule>, value: string | string[] | undefined): boolean {
  const fields: FieldPairs = value === undefined ? [] : [["topic", value]];
  return matchRule([rule(change)], fields) !== null;
}

test.each<[Partial<RoutingRule>, string | string[] | undefined, boolean]>([
  [{}, "Sales", true],
  [{}, "  sALES\t", true],
  [{ value: " sales " }, "SALES", true],
  [{}, "Presales", false],
  [{}, "", false],
  [{}, undefined, false],
  [{}, ["Support", "sales"], true],
  [{}, ["Support", "Billing"], false],
  [{ value: "Straße" }, "STRASSE", true],
  [{ value: "ΟΔΟΣ" }, "οδος", true],
  [{ value: "İstanbul" }, "istanbul", true],
  [{ value: "é" }, "e\u0301", true],
  [{ operator: "contains" }, "Presales team", true],
  [{ operator: "contains" }, ["a", "presales"], true],
  [{ operator: "contains" }, "Support", false],
  [{ operator: "contains", value: "%" }, "50", false],
  [{ operator: "contains", value: ".*" }, "x", false],
  [{ operator: "present", value: null }, "x", true],
  [{ operator: "present", value: "ignored" }, "x", true],
  [{ operator: "present", value: null }, " \n\u00a0", false],
  [{ operator: "present", value: null }, ["", " ", "x"], true],
  [{ operator: "present", value: null }, [], false],
  [{ operator: "present", value: null }, undefined, false],
])("matches the rule %j with the value %j: %j", (change, value, expected) => {
  expect(isMatch(change, value)).toBe(expected);
});

test("matches field names exactly", () => {
  for (const name of ["Topic", " topic", "topics"])
    expect(matchRule([rule()], [[name, "Sales"]])).toBeNull();
});

test("the first matching rule wins", () => {
  const rules = [rule({ value: "No" }), rule({ operator: "contains", value: "al" }), rule()];
  expect(matchRule(rules, [["topic", "Sales"]])).toBe(rules[1]);
  expect(matchRule([], [["topic", "Sales"]])).toBeNull();
});

const letters = fc.constantFrom(..."aZ1-ßẞſıİiIΣσςéÉǆǅﬁЖжあ字 ");
const text = fc.string({ unit: letters, minLength: 1 }).filter((one) => one.trim() !== "");
const spaces = fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\u00a0") });

test("matching ignores case and surrounding whitespace", () => {
  fc.assert(
    fc.property(text, spaces, spaces, (value, before, after) => {
      const upper = value.toUpperCase();
      expect(isMatch({ value }, before + value + after)).toBe(true);
      expect(isMatch({ value: before + value + after }, value)).toBe(true);
      expect(isMatch({ value }, upper)).toBe(true);
      expect(isMatch({ value: upper, operator: "contains" }, `x${value}y`)).toBe(true);
    }),
  );
});

test("returns the first of all rules that match individually", () => {
  const values = fc.constantFrom("sales", "support", "x");
  const rules = fc.array(
    fc.record({
      field: fc.constantFrom("topic", "team"),
      operator: fc.constantFrom("equals", "contains", "present"),
      value: values,
    }),
    { maxLength: 10 },
  );
  fc.assert(
    fc.property(rules, values, values, (changes, topic, team) => {
      const all = changes.map((change) => rule(change as Partial<RoutingRule>));
      const fields: FieldPairs = [
        ["topic", topic],
        ["team", team],
      ];
      const alone = all.filter((one) => matchRule([one], fields) !== null);
      expect(matchRule(all, fields)).toBe(alone[0] ?? null);
    }),
  );
});

const [owner, sales, old] = ["owner", "a", "b"].map((id) => ({ id, email: `${id}@example.com` }));
if (!owner || !sales || !old) throw new Error("no recipients");
const routing = {
  enabled: true,
  rules: [rule({ recipientIds: ["b", "a"] })],
  recipients: [sales, old],
};
const fields: FieldPairs = [["topic", "sales"]];
const planned = { isSpam: false, formRecipients: [owner], routing, fields };

test("a plan contains the recipients and the reason", () => {
  const [first] = routing.rules;
  const byRule = { reason: "routing_rule", ruleId: first?.id, ruleName: first?.name };
  const byForm = { recipients: [owner], reason: "form_recipients", ruleId: null, ruleName: null };
  expect(planNotification(planned)).toEqual({ ...byRule, recipients: [old, sales] });
  const unrouted = [
    { ...planned, fields: [["topic", "support"]] as FieldPairs },
    { ...planned, routing: { ...routing, enabled: false } },
    { ...planned, routing: null },
    { isSpam: false, formRecipients: [owner] },
  ];
  for (const one of unrouted) expect(planNotification(one)).toEqual(byForm);
});

test("a rule notifies its recipients even if the form has none", () => {
  const plan = planNotification({ ...planned, formRecipients: [] });
  expect(plan).toMatchObject({ reason: "routing_rule", recipients: [old, sales] });
  const none = planNotification({ ...planned, formRecipients: [], fields: [] });
  expect(none).toMatchObject({ reason: "notifications_disabled", recipients: [] });
});

test("a rule skips recipients that are no longer verified", () => {
  const plan = planNotification({ ...planned, routing: { ...routing, recipients: [sales] } });
  expect(plan).toMatchObject({ reason: "routing_rule", recipients: [sales] });
  const noOne = planNotification({ ...planned, routing: { ...routing, recipients: [] } });
  expect(noOne).toMatchObject({ reason: "routing_rule", recipients: [] });
});

test("no one is notified of spam, regardless of the rules", () => {
  expect(planNotification({ ...planned, isSpam: true })).toEqual({
    recipients: [],
    reason: "spam",
    ruleId: null,
    ruleName: null,
  });
});

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

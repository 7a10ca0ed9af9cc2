import { expect, test } from "vitest";
import {
  allowsPrimary,
  areServerUrls,
  describeServers,
  listServerUrls,
  mustAcceptWrites,
} from "#lib/core/server-urls";

const SEVERAL = "postgresql://ada:a,b%40c@one:5432,[::1]:5433,three/forms?target_session_attrs=any";

test("a URL with several servers becomes one URL for each of them", () => {
  expect(listServerUrls(SEVERAL)).toEqual([
    "postgresql://ada:a,b%40c@one:5432/forms?target_session_attrs=any",
    "postgresql://ada:a,b%40c@[::1]:5433/forms?target_session_attrs=any",
    "postgresql://ada:a,b%40c@three/forms?target_session_attrs=any",
  ]);
  expect(listServerUrls("postgres://one,two")).toEqual(["postgres://one", "postgres://two"]);
});

test("commas outside of the server list separate nothing", () => {
  for (const url of ["postgresql://a,b:c,d@one/forms?x=1,2", "postgresql:///forms?host=/run", ""])
    expect(listServerUrls(url)).toEqual([url]);
});

test("the description of a database has its servers and no password", () => {
  expect(describeServers(SEVERAL)).toBe("one:5432,[::1]:5433,three/forms");
  expect(describeServers("postgresql://ada:secret@one/forms")).toBe("one/forms");
});

test("rejects server lists with a gap, a bad port, or another protocol", () => {
  expect(areServerUrls(SEVERAL)).toBe(true);
  for (const url of ["one,two", "postgresql://one,,two/x", "postgresql://one:x,two/x", "mysql://x"])
    expect(areServerUrls(url), url).toBe(false);
});

test("one of several servers must accept writes, and one alone if the URL says so", () => {
  const required = (url: string) => mustAcceptWrites(`postgresql://${url}`);
  expect(["one,two/x", "one/x?target_session_attrs=read-write"].map(required)).toEqual([
    true,
    true,
  ]);
  expect(["one/x", "one/x?target_session_attrs=any"].map(required)).toEqual([false, false]);
  for (const target of ["standby", "read-only", "prefer-standby", "x"])
    expect(allowsPrimary(`postgresql://one/x?target_session_attrs=${target}`)).toBe(false);
});

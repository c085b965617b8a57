import { expect, test } from "vitest";

import { arrayText } from "#projector/array-text.ts";

test("writes numbers and truth bare, and nothing as NULL", () => {
  expect(arrayText("bigint", [1, -2, null, undefined])).toBe("{1,-2,NULL,NULL}");
  expect(arrayText("boolean", [true, false])).toBe("{true,false}");
});

test("quotes every text, so that none can be more than one element", () => {
  expect(arrayText("text", ["a,b", "}", "NULL", ""])).toBe('{"a,b","}","NULL",""}');
  expect(arrayText("uuid", ["x,y"])).toBe('{"x,y"}');
});

test("escapes quotes and backslashes, and leaves line breaks as they are", () => {
  expect(arrayText("opened?", ['say "hi" \\ bye\nnow'])).toBe(
    String.raw`{"say \"hi\" \\ bye` + '\nnow"}',
  );
});

test("writes json as text within text", () => {
  expect(arrayText("json", [[{ a: 'q"\n' }]])).toBe(String.raw`{"[{\"a\":\"q\\\"\\n\"}]"}`);
});

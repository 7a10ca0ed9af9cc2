import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SavedReplyTextarea } from "../../app/(dashboard)/inbox/message/saved-reply-textarea";

test("the field keeps its own props, says that it has a list, and shows what's given beside the button", () => {
  const values = { name: null, form: "Contact", fields: [] };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <SavedReplyTextarea values={values} name="text" aria-label="Reply" defaultValue="Hello">
        <button type="submit">Send</button>
      </SavedReplyTextarea>
    </QueryClientProvider>,
  );
  expect(html).toMatch(/<textarea [^>]*name="text"[^>]*aria-autocomplete="list"[^>]*>Hello</);
  expect(html).toMatch(/Send<\/button><button type="button" [^>]*aria-expanded="false"/);
  expect(html).not.toContain('listbox" id');
});

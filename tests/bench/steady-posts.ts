import { setTimeout as sleep } from "node:timers/promises";
import type { Form } from "#lib/forms/schema";
import { RECEIVER_HOST } from "#tests/support/twins/receiver";

export const POSTS_PER_SECOND = 20;
const SECONDS = 30;
const WORKSPACES = 20;

async function createForms(): Promise<Form[]> {
  const { createForm, createWorkspace } = await import("#tests/support/factories/factories");
  const { createWebhook } = await import("#tests/support/factories/integration-factories");
  const forms: Form[] = [];
  for (let count = 0; count < WORKSPACES; count += 1) {
    const workspace = await createWorkspace({ plan: "scale" });
    const form = await createForm(workspace);
    await createWebhook(workspace, form, { url: `https://${RECEIVER_HOST}/hook` });
    forms.push(form);
  }
  return forms;
}

/**
 * Submits at a steady pace to the forms of twenty workspaces.
 *
 * @returns the number of submissions; all were accepted
 */
export async function postSteadily(baseUrl: string): Promise<number> {
  const forms = await createForms();
  const posts: Promise<void>[] = [];
  for (let nth = 0; nth < POSTS_PER_SECOND * SECONDS; nth += 1) {
    const form = forms[nth % forms.length];
    posts.push(post(`${baseUrl}/f/${form?.publicKey}`));
    await sleep(1000 / POSTS_PER_SECOND);
  }
  await Promise.all(posts);
  return posts.length;
}

async function post(url: string): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Ada", email: "ada@example.com", message: "Hello there" }),
  });
  if (response.status !== 201) throw new Error(`rejected: ${await response.text()}`);
}

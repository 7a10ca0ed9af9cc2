import { openEmail, openFirstForm, openMessage, readAction } from "#tests/journeys/support/owners";
import { expect, test } from "#tests/journeys/support/test";

/** A contact form as it comes with a website's theme: its own names, its own script, and its own texts. */
const themePage = (action: string) => `
<h1>Say hello</h1>
<form id="contact-form" action="${action}" method="post">
  <input type="text" name="your-name" placeholder="Your name" aria-label="Your name">
  <input type="email" name="your-email" placeholder="Your email" aria-label="Your email">
  <textarea name="your-message" placeholder="Your message" aria-label="Your message"></textarea>
  <p style="display: none"><input name="_honeypot" tabindex="-1" autocomplete="off"></p>
  <button>Send message</button>
  <p class="success" hidden>Thanks, we’ll be in touch!</p>
  <p class="error" hidden>Oops! Something went wrong.</p>
</form>
<script>
  const form = document.getElementById("contact-form");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const response = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const result = await response.json();
    const isSent = response.status === 200 && result.success;
    form.querySelector(".success").hidden = !isSent;
    form.querySelector(".error").hidden = isSent;
  });
</script>`;

test("a theme's own script shows its success, an impatient visitor sends one message, and the owner can reply", async ({
  page: first,
  newPerson,
  website,
}) => {
  const { page: owner } = await openFirstForm(first, "Birch & Co");
  const address = website.publish("/hello", themePage(await readAction(owner)));

  const visitor = await newPerson();
  await visitor.goto(address);
  await visitor.getByLabel("Your name").fill("José Álvarez");
  await visitor.getByLabel("Your email").fill("jose@example.com");
  await visitor.getByLabel("Your message").fill("¿Tienen horario de verano?");
  const send = visitor.getByRole("button", { name: "Send message" });
  await send.click();
  await expect(visitor.getByText("Thanks, we’ll be in touch!")).toBeVisible();
  await send.click();
  await expect(visitor.getByText("Thanks, we’ll be in touch!")).toBeVisible();
  await expect(visitor.getByText("Oops!")).toBeHidden();

  const email = await openEmail(owner, /José Álvarez/);
  await expect(email).toContainText("¿Tienen horario de verano?");
  await expect(email).not.toContainText("didn’t leave");
  const message = await openMessage(owner, /José Álvarez/);
  await expect(message.getByRole("button", { name: "Reply to jose@example.com" })).toBeVisible();
  await owner.goto("/inbox");
  await expect(owner.getByRole("link", { name: /José Álvarez/ })).toHaveCount(1);
});

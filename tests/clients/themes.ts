/** What a visitor sees: a text on the page. */
type Seen = string;

/**
 * A script as websites and themes have it, made for another service or for a mailer in PHP. It sends the form
 * `#contact` in place and decides by a test of its own whether that worked. `thanks` and `sorry` show its
 * text.
 */
export type Theme = {
  name: string;
  /** What it tests for. */
  tests: string;
  module: string;
  sees: { success: Seen; rejection: Seen };
  /** The form's setting, if it isn't JSON. */
  scriptAnswer?: "text";
};

/** What's wrong with the address, as a theme shows it. */
const PROBLEM = "Email must be an email address, like name@example.com.";

const onSubmit = (send: string, imports = "") => `${imports}
  const form = document.querySelector("#contact");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    ${send}
  });`;

const FORM_DATA = 'method: "POST", body: new FormData(form)';
const JSON_TYPE = '"Content-Type": "application/json", Accept: "application/json"';
const AS_JSON = `method: "POST", headers: { ${JSON_TYPE} }, body: JSON.stringify(Object.fromEntries(new FormData(form)))`;

/** A theme that reads the response as JSON, and by an expression tells whether it was a success. */
const viaJson = (options: string, isSuccess: string) =>
  onSubmit(`const response = await fetch(form.action, { ${options} });
    const data = await response.json();
    if (${isSuccess}) { thanks("Message sent!"); form.reset(); }
    else sorry("Not sent: " + data.message);`);

const SENT = { success: "Message sent!", rejection: `Not sent: Some fields need your attention.` };

/** A theme with XMLHttpRequest: `onload` or `onreadystatechange`. */
const viaXhr = (event: string, react: string) =>
  onSubmit(`const xhr = new XMLHttpRequest();
    xhr.open(form.method, form.action);
    xhr.setRequestHeader("Accept", "application/json");
    xhr.${event} = () => { ${react} };
    xhr.send(new FormData(form));`);

const JQUERY = 'import $ from "jquery3";';

export const THEMES: readonly Theme[] = [
  {
    name: "Formspree, fetch",
    tests: "`response.ok`, then `errors` and each `message`",
    module: onSubmit(`const headers = { Accept: "application/json" };
      const response = await fetch(form.action, { ${FORM_DATA}, headers });
      if (response.ok) { thanks("Thanks for your submission!"); return form.reset(); }
      const data = await response.json();
      if (Object.hasOwn(data, "errors")) sorry(data.errors.map((error) => error.message).join(", "));
      else sorry("Oops! There was a problem submitting your form");`),
    sees: { success: "Thanks for your submission!", rejection: PROBLEM },
  },
  {
    name: "Formspree, XMLHttpRequest",
    tests: "`readyState` is `DONE`, `xhr.status === 200`",
    module: viaXhr(
      "onreadystatechange",
      `if (xhr.readyState !== XMLHttpRequest.DONE) return;
      if (xhr.status === 200) { form.reset(); thanks("Thanks!"); }
      else sorry("Oops! There was a problem. " + JSON.parse(xhr.response).errors[0].message);`,
    ),
    sees: { success: "Thanks!", rejection: `Oops! There was a problem. ${PROBLEM}` },
  },
  {
    name: "Formspree, then the next page",
    tests: "`ok`, then `next`",
    module: onSubmit(`const response = await fetch(form.action, { ${AS_JSON} });
      const data = await response.json();
      if (data.ok) location.href = data.next;
      else sorry(data.errors.map(({ field, message }) => field + ": " + message).join());`),
    sees: { success: "Your message was received through", rejection: `email: ${PROBLEM}` },
  },
  {
    name: "Getform, axios",
    tests: "`response.status === 200`",
    module: onSubmit(
      `await axios({ method: "post", url: form.action, data: new FormData(form) })
        .then((response) => { if (response.status === 200) thanks("Message sent!"); })
        .catch((error) => sorry("Not sent: " + error.response.data.message));`,
      'import axios from "axios";',
    ),
    sees: SENT,
  },
  {
    name: "Getform, fetch",
    tests: "`data.success`",
    module: viaJson(AS_JSON, "data.success"),
    sees: SENT,
  },
  {
    name: "Basin, fetch",
    tests: "`response.status === 200`",
    module: viaJson(
      `${FORM_DATA}, headers: { Accept: "application/json" }`,
      "response.status === 200",
    ),
    sees: SENT,
  },
  {
    name: "Basin, jQuery",
    tests: '`dataType: "json"`, `success`',
    module: onSubmit(
      `$.ajax({ url: form.action, method: "POST", data: $(form).serialize(), dataType: "json",
        success: (data) => (data.success ? thanks("Message sent!") : sorry("Not sent")),
        error: (xhr) => sorry("Not sent: " + xhr.responseJSON.message) });`,
      JQUERY,
    ),
    sees: SENT,
  },
  {
    name: "Web3Forms, status",
    tests: "`response.status == 200`, then `message` either way",
    module: onSubmit(`const response = await fetch(form.action, { ${AS_JSON} });
      const json = await response.json();
      if (response.status == 200) thanks(json.message); else sorry(json.message);`),
    sees: { success: "Thank you", rejection: PROBLEM },
  },
  {
    name: "Web3Forms, success",
    tests: "`result.success`",
    module: viaJson(FORM_DATA, "data.success"),
    sees: SENT,
  },
  {
    name: "Formcarry, code",
    tests: "`code === 200`, `code === 422`",
    module: onSubmit(`const response = await (await fetch(form.action, { ${AS_JSON} })).json();
      if (response.code === 200) thanks("We received your submission");
      else if (response.code === 422) sorry("Please check: " + response.message);
      else sorry(response.message);`),
    sees: {
      success: "We received your submission",
      rejection: "Please check: Some fields need your attention.",
    },
  },
  {
    name: "Formcarry, status",
    tests: '`status === "success"`',
    module: viaJson(FORM_DATA, 'data.status === "success"'),
    sees: SENT,
  },
  {
    name: "FormSubmit, fetch",
    tests: '`success` is `true` or `"true"`',
    module: viaJson(AS_JSON, 'data.success === "true" || data.success === true'),
    sees: SENT,
  },
  {
    name: "Formspark, fetch",
    tests: "`response.ok`",
    module: onSubmit(`const response = await fetch(form.action, { ${AS_JSON} });
      if (response.ok) thanks("Form submitted"); else sorry("Try again later");`),
    sees: { success: "Form submitted", rejection: "Try again later" },
  },
  {
    name: "StaticForms, fetch",
    tests: "`json.success`, else `json.message`",
    module: viaJson(AS_JSON, "data.success"),
    sees: SENT,
  },
  {
    name: "Google Apps Script, fetch",
    tests: '`result === "success"`',
    module: viaJson(FORM_DATA, 'data.result === "success"'),
    sees: SENT,
  },
  {
    name: "Google Apps Script, jQuery",
    tests: '`data.result == "success"`, urlencoded',
    module: onSubmit(
      `$.post(form.action, $(form).serialize())
        .done((data) => (data.result == "success" ? thanks("Message sent!") : sorry("Not sent")))
        .fail((xhr) => sorry("Not sent: " + JSON.parse(xhr.responseText).message));`,
      JQUERY,
    ),
    sees: SENT,
  },
  {
    name: "XMLHttpRequest, onload",
    tests: "`xhr.status == 200`, `status` in the parsed text",
    module: viaXhr(
      "onload",
      `const answer = JSON.parse(xhr.responseText);
      if (xhr.status == 200 && answer.status == "success") thanks("Message sent!");
      else sorry("Not sent: " + answer.message);`,
    ),
    sees: SENT,
  },
  {
    name: "Errors at their fields",
    tests: "`errors[].field` and `errors[].message`",
    module: onSubmit(`const response = await fetch(form.action, { ${FORM_DATA} });
      const { errors } = await response.json();
      if (!errors) return thanks("Message sent!");
      for (const { field, message } of errors)
        form.elements[field].insertAdjacentText("afterend", " ← " + message);
      sorry("Please correct the fields");`),
    sees: { success: "Message sent!", rejection: `← ${PROBLEM}` },
  },
  {
    name: "A redirect, followed",
    tests: "`response.redirected`, `response.url`",
    module: onSubmit(`const headers = { Accept: "text/html" };
      const response = await fetch(form.action, { ${FORM_DATA}, headers });
      if (response.redirected) location = response.url;
      else sorry("Not sent: " + response.status);`),
    sees: { success: "Your message was received through", rejection: "Not sent: 422" },
  },
  {
    name: "A mailer in PHP, fetch",
    tests: "the text `OK`",
    scriptAnswer: "text",
    module: onSubmit(`const headers = { "X-Requested-With": "XMLHttpRequest" };
      const response = await fetch(form.action, { ${FORM_DATA}, headers });
      const text = await response.text();
      if (response.ok && text.trim() == "OK") thanks("Your message has been sent. Thank you!");
      else sorry(text);`),
    sees: { success: "Your message has been sent. Thank you!", rejection: PROBLEM },
  },
  {
    name: "A mailer in PHP, jQuery",
    tests: "the text `OK`, in `done`",
    scriptAnswer: "text",
    module: onSubmit(
      `$.ajax({ type: "POST", url: form.action, data: $(form).serialize() })
        .done((msg) => (msg == "OK" ? thanks("Message sent!") : sorry(msg)))
        .fail((xhr) => sorry(xhr.responseText));`,
      JQUERY,
    ),
    sees: { success: "Message sent!", rejection: PROBLEM },
  },
];

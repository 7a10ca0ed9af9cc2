/** A form without a script of its own: the browser navigates to the response. */
export type FormClient = {
  name: string;
  /** Attributes of the form besides `action` and `method`. */
  attributes?: string;
  /** Fields besides Name and Message. */
  fields?: string;
  /** A module that the page loads. */
  module?: string;
};

export const FORMS: readonly FormClient[] = [
  { name: "Plain form" },
  { name: "Multipart form", attributes: 'enctype="multipart/form-data"' },
  { name: "Form with target=_blank", attributes: 'target="_blank"' },
  {
    name: "Form in windows-1252, with _charset_",
    attributes: 'accept-charset="windows-1252"',
    fields: '<input type="hidden" name="_charset_">',
  },
  { name: "Form in windows-1252, undeclared", attributes: 'accept-charset="windows-1252"' },
  { name: "Form with enctype=text/plain", attributes: 'enctype="text/plain"' },
  { name: "Turbo 8", module: 'import "@hotwired/turbo";' },
];

/**
 * A form library. Its module renders a form to `address` with the fields Name and Message and the
 * button Send, and calls `report` with `sent` or a text with the status.
 */
export type ComponentClient = { name: string; module: string };

/** Sends the form library's values, as its documentation does. */
const POST = `const post = async (values) => {
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(values) });
    report(response.ok ? "sent" : String(response.status));
  };`;

const react = (imports: string, component: string) =>
  `import { createRoot } from "react-dom/client";
  ${imports}
  ${POST}
  function Contact() { ${component} }
  createRoot(document.getElementById("app")).render(<Contact />);`;

const markup = (imports: string, html: string, start: string) =>
  `${imports}
  document.getElementById("app").innerHTML = \`${html}\`;
  ${start}`;

const FIELDS = `<label>Name <input name="name" /></label>
  <label>Message <textarea name="message"></textarea></label><button>Send</button>`;

const REGISTERED = `<label>Name <input {...register("name")} /></label>
  <label>Message <textarea {...register("message")} /></label><button>Send</button>`;

/** The form shows the fragment of a success or an error. */
export const HTMX = markup(
  'import htmx from "htmx.org";',
  `<form hx-post="\${address}" hx-target="#fragment">${FIELDS}</form><div id="fragment"></div>`,
  `htmx.config.selfRequestsOnly = false;
      htmx.config.responseHandling = [{ code: "...", swap: true }];
      htmx.process(document.body);
      document.body.addEventListener("htmx:afterSwap", ({ detail: { xhr } }) => {
        const role = document.querySelector("#fragment > *").role;
        report(role === "status" ? "sent" : role + " " + xhr.status);
      });`,
);

export const COMPONENTS: readonly ComponentClient[] = [
  {
    name: "React, form action",
    module: react(
      "",
      `return <form action={async (data) => {
        const response = await fetch(address, { method: "POST", body: data });
        report(response.ok ? "sent" : String(response.status));
      }}>${FIELDS}</form>;`,
    ),
  },
  {
    name: "React Hook Form, <Form action>",
    module: react(
      'import { Form, useForm } from "react-hook-form";',
      `const { register, control } = useForm();
      return <Form action={address} control={control} onSuccess={() => report("sent")}
        onError={({ response, error }) => report(String(response?.status ?? error))}>${REGISTERED}</Form>;`,
    ),
  },
  {
    name: "React Hook Form, handleSubmit",
    module: react(
      'import { useForm } from "react-hook-form";',
      `const { register, handleSubmit } = useForm();
      return <form onSubmit={handleSubmit(post)}>${REGISTERED}</form>;`,
    ),
  },
  {
    name: "Formik",
    module: react(
      'import { Field, Form, Formik } from "formik";',
      `return <Formik initialValues={{ name: "", message: "" }} onSubmit={post}>
        <Form><label>Name <Field name="name" /></label>
        <label>Message <Field name="message" as="textarea" /></label>
        <button type="submit">Send</button></Form></Formik>;`,
    ),
  },
  {
    name: "VeeValidate",
    module: `import { createApp, h } from "vue";
      import { Field, Form } from "vee-validate";
      ${POST}
      const field = (label, name, as) => h("label", [label, " ", h(Field, { name, as })]);
      createApp(() => h(Form, { onSubmit: post, initialValues: { name: "", message: "" } }, () => [
        field("Name", "name", "input"), field("Message", "message", "textarea"), h("button", "Send"),
      ])).mount("#app");`,
  },
  {
    name: "htmx 2",
    module: HTMX,
  },
  {
    name: "Alpine AJAX",
    module: markup(
      'import Alpine from "alpinejs"; import ajax from "@imacrayon/alpine-ajax";',
      `<form x-data x-target="_none" action="\${address}" method="post" @ajax:success="report('sent')"
        @ajax:error="report(String($event.detail.status))">${FIELDS}</form>`,
      "window.report = report; Alpine.plugin(ajax); Alpine.start();",
    ),
  },
];

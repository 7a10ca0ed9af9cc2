import { transform } from "@astrojs/compiler";
import { compile } from "svelte/compiler";
import { build } from "vite";
import { compileScript, parse } from "vue/compiler-sfc";
import { ROOT } from "#server/start/checkout";

/**
 * Bundles source files into one script, like a website's own build.
 *
 * @param files - source text by name; `main.jsx` is where it begins
 * @param root - the folder whose packages they import
 */
export async function bundle(
  files: Readonly<Record<string, string>>,
  root = ROOT,
): Promise<string> {
  const prefix = "\0website/";
  const result = await build({
    root,
    configFile: false,
    logLevel: "silent",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "website",
        enforce: "pre",
        resolveId: (id) => {
          const name = id.replace(/^\.\//, "");
          return name in files ? prefix + name : null;
        },
        load: (id) => (id.startsWith(prefix) ? (files[id.slice(prefix.length)] ?? null) : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: "main.jsx" }, modulePreload: false },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error("the bundle was not built");
  return output.output[0].code;
}

/** A script that renders a snippet's React component, in JavaScript or TypeScript. */
export function bundleReact(snippet: string, language = "jsx"): Promise<string> {
  return bundle({
    [`contact-form.${language}`]: snippet,
    "main.jsx": `
      import { StrictMode } from "react";
      import { createRoot } from "react-dom/client";
      import { ContactForm } from "./contact-form.${language}";
      createRoot(document.getElementById("app")).render(<StrictMode><ContactForm /></StrictMode>);`,
  });
}

/** A script that renders a snippet's Vue component. */
export function bundleVue(snippet: string): Promise<string> {
  const { descriptor, errors } = parse(snippet);
  if (errors[0]) throw errors[0];
  const { content } = compileScript(descriptor, { id: "contact-form", inlineTemplate: true });
  return bundle({
    "contact-form.js": content,
    "main.jsx": `
      import { createApp } from "vue";
      import ContactForm from "./contact-form.js";
      createApp(ContactForm).mount("#app");`,
  });
}

/** A script that renders a Svelte component. */
export function bundleSvelte(component: string): Promise<string> {
  const { js, warnings } = compile(component, {
    filename: "ContactForm.svelte",
    generate: "client",
  });
  if (warnings[0]) throw new Error(warnings[0].message);
  return bundle({
    "contact-form.js": js.code,
    "main.jsx": `
      import { mount } from "svelte";
      import ContactForm from "./contact-form.js";
      mount(ContactForm, { target: document.getElementById("app") });`,
  });
}

/** The part of Astro that the compiled component needs to render HTML. */
const ASTRO = `
const text = (parts) => parts.flat().join("");
const $$render = (strings, ...values) => text(strings.map((part, index) => [part, values[index] ?? ""]));
const $$maybeRenderHead = () => "";
const $$createAstro = () => ({});
const $$createMetadata = () => ({});
const $$createComponent = (component) => component;
`;

/** The HTML of an Astro component without props. */
export async function renderAstro(component: string): Promise<string> {
  const { code, css, diagnostics } = await transform(component, { filename: "/ContactForm.astro" });
  if (diagnostics[0]) throw new Error(diagnostics[0].text);
  const script = `${ASTRO}${code.replaceAll(/^import (?:[^"]* from )?"[^"]*";$/gm, "")}`;
  const module = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  const createAstro = (props: unknown) => ({ props });
  const html: unknown = module.default({ createAstro }, {}, {});
  return `<style>${css.join("")}</style>${html}`;
}

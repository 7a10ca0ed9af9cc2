import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import { PROGRAMS_FOLDER } from "#tests/clients/support/programs";
import { bundle } from "#tests/e2e/support/bundle";

/** What the framework's own compiler makes of a component. */
async function compile(framework: "vue" | "svelte" | "astro", source: string): Promise<unknown> {
  const options = { cwd: PROGRAMS_FOLDER };
  const compiling = promisify(execFile)(process.execPath, ["compile.mjs", framework], options);
  compiling.child.stdin?.end(source);
  return JSON.parse((await compiling).stdout);
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
export async function bundleVue(snippet: string): Promise<string> {
  const files = {
    "contact-form.js": z.string().parse(await compile("vue", snippet)),
    "main.jsx": `
      import { createApp } from "vue";
      import ContactForm from "./contact-form.js";
      createApp(ContactForm).mount("#app");`,
  };
  return bundle(files, PROGRAMS_FOLDER);
}

/** A script that renders a Svelte component. */
export async function bundleSvelte(component: string): Promise<string> {
  const files = {
    "contact-form.js": z.string().parse(await compile("svelte", component)),
    "main.jsx": `
      import { mount } from "svelte";
      import ContactForm from "./contact-form.js";
      mount(ContactForm, { target: document.getElementById("app") });`,
  };
  return bundle(files, PROGRAMS_FOLDER);
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

const Compiled = z.object({ code: z.string(), css: z.array(z.string()) });

/** The HTML of an Astro component without props. */
export async function renderAstro(component: string): Promise<string> {
  const { code, css } = Compiled.parse(await compile("astro", component));
  const script = `${ASTRO}${code.replaceAll(/^import (?:[^"]* from )?"[^"]*";$/gm, "")}`;
  const module = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  const createAstro = (props: unknown) => ({ props });
  const html: unknown = module.default({ createAstro }, {}, {});
  return `<style>${css.join("")}</style>${html}`;
}

// Compiles a component of a framework on standard input, and writes what its compiler makes of it as JSON.
import { text } from "node:stream/consumers";

const source = await text(process.stdin);

const COMPILERS = {
  async vue() {
    const { compileScript, parse } = await import("vue/compiler-sfc");
    const { descriptor, errors } = parse(source);
    if (errors[0]) throw errors[0];
    return compileScript(descriptor, { id: "contact-form", inlineTemplate: true }).content;
  },
  async svelte() {
    const { compile } = await import("svelte/compiler");
    const { js, warnings } = compile(source, {
      filename: "ContactForm.svelte",
      generate: "client",
    });
    if (warnings[0]) throw new Error(warnings[0].message);
    return js.code;
  },
  async astro() {
    const { transform } = await import("@astrojs/compiler");
    const options = { filename: "/ContactForm.astro" };
    const { code, css, diagnostics } = await transform(source, options);
    if (diagnostics[0]) throw new Error(diagnostics[0].text);
    return { code, css };
  },
};

process.stdout.write(JSON.stringify(await COMPILERS[process.argv[2]]()));
process.exit();

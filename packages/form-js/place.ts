/** Pixels, where a form can't be measured. */
const USUAL_HEIGHT = 600;

/** A page without what it would load. */
function toStill(text: string): string {
  const page = new DOMParser().parseFromString(text, "text/html");
  page.querySelectorAll("script,img").forEach((one) => {
    one.remove();
  });
  return page.documentElement.outerHTML;
}

/** Gives a frame the height of its form, measured in an unseen copy: other origins' pages can't be. */
function setHeight(frame: HTMLIFrameElement, still: string): void {
  const copy = document.createElement("iframe");
  copy.setAttribute("sandbox", "allow-same-origin");
  copy.style.cssText = `position:absolute;visibility:hidden;border:0;height:0;width:${frame.offsetWidth}px`;
  copy.srcdoc = `<!doctype html>${still}`;
  copy.onload = () => {
    const page = copy.contentDocument;
    // Fractions of a pixel are rounded, and would scroll.
    if (page) frame.style.height = `${page.documentElement.scrollHeight + 1}px`;
    copy.remove();
  };
  document.body.appendChild(copy);
}

/** Keeps the height right in any width, as far as the form can be read and browsers tell of a new width. */
async function keepHeight(frame: HTMLIFrameElement): Promise<void> {
  const still = toStill(await (await fetch(frame.src)).text());
  let width = 0;
  const observer = new ResizeObserver(() => {
    if (width === frame.offsetWidth) return;
    width = frame.offsetWidth;
    if (width > 0) setHeight(frame, still);
  });
  observer.observe(frame);
}

/** Puts a form into the page, in place of the link to it. Its text is what screen readers call the frame. */
function place(link: HTMLAnchorElement): void {
  const address = new URL(link.href);
  address.searchParams.set("embed", "1");
  const height = Number(link.getAttribute("data-height"));
  const frame = document.createElement("iframe");
  frame.className = "form-intake-frame";
  frame.title = (link.textContent || "").trim();
  frame.src = address.href;
  frame.style.cssText = `display:block;width:100%;border:0;height:${height || USUAL_HEIGHT}px`;
  let isShown = false;
  frame.onload = () => {
    // What follows a message begins at the top.
    if (isShown && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
    isShown = true;
  };
  link.replaceWith(frame);
  if (!height) keepHeight(frame).catch(() => undefined);
}

/** Shows the forms that a page links to, on itself. */
export function placeForms(origin: string): void {
  const links = document.querySelectorAll<HTMLAnchorElement>('a[data-form-intake="inline"]');
  links.forEach((link) => {
    if (link.origin === origin && link.pathname.startsWith("/f/")) place(link);
  });
}

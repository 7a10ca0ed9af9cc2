/** Pixels, until the form has told its height. */
const USUAL_HEIGHT = 600;

/** Frames as high as what they show. */
const fitted: HTMLIFrameElement[] = [];

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
  if (!height) fitted.push(frame);
  link.replaceWith(frame);
}

/** Shows the forms that a page links to, on itself, and keeps them as high as what they show. */
export function placeForms(origin: string): void {
  addEventListener("message", (event) => {
    const height = event.origin === origin && Number(event.data?.formIntakeHeight);
    const frame = fitted.find(({ contentWindow }) => contentWindow === event.source);
    if (frame && height) frame.style.height = `${height}px`;
  });
  const links = document.querySelectorAll<HTMLAnchorElement>('a[data-form-intake="inline"]');
  links.forEach((link) => {
    if (link.origin === origin && link.pathname.startsWith("/f/")) place(link);
  });
}

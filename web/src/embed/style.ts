/** One stylesheet for all elements of a page; the build adds the imported CSS files in order. */
export const style = new CSSStyleSheet();

let text = ':host { display: block; min-height: 20rem; }\n:host([hidden]) { display: none; }\n';

export function addStyle(css: string): void {
  text += css;
  style.replaceSync(text);
}

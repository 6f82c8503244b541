/** One stylesheet for all elements of a page; the build adds the imported CSS files in order. */
export const style = new CSSStyleSheet();

let text = `
:host {
  display: block;
  box-sizing: border-box;
  width: 100%;
  min-width: min(100%, 288px);
}
:host([hidden]) {
  display: none;
}
:host > div:has(> slot) {
  min-height: 100vh;
}
:host > div.compact:has(> slot) {
  min-height: 400px;
}
@media print {
  :host > div {
    min-height: 0 !important;
  }
}
`;

export function addStyle(css: string): void {
  text += css;
  style.replaceSync(text);
}

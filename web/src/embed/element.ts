/**
 * `<tuplepack-playground preset="molhiv" limits="222,502">`: the playground in a shadow root, which isolates its styles.
 * The attributes are the keys of a link, `hide` and `theme`. It starts when it scrolls into view, and restarts when an
 * attribute changes.
 */
import { mount } from '../app/app';
import { attributeNames } from '../options/share';
import { sizeFrames } from './frame';
import { style } from './style';

const listed = (text: string | null) => (text ?? '').split(',').flatMap((part) => part.trim() || []);

class TuplepackPlayground extends HTMLElement {
  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #view = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && this.#start(),
  );
  readonly #changes = new MutationObserver(() => this.#unmount && this.#start());
  #unmount: (() => void) | undefined;

  #start(): void {
    this.#view.disconnect();
    this.#stop();
    this.#unmount = mount(this.#root, {
      attributes: attributeNames.flatMap((name) =>
        this.hasAttribute(name) ? [[name, this.getAttribute(name) ?? '']] : [],
      ),
      // temporal interactions have a module of their own, which would be a fifth of the script
      hide: [...listed(this.getAttribute('hide')), 'temporal'],
      theme: this.getAttribute('theme'),
    });
  }

  #stop(): void {
    this.#unmount?.();
    this.#unmount = undefined;
  }

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [style];
    this.#view.observe(this);
    this.#changes.observe(this, { attributeFilter: [...attributeNames, 'hide', 'theme'] });
  }

  disconnectedCallback(): void {
    this.#view.disconnect();
    this.#changes.disconnect();
    this.#stop();
  }
}

sizeFrames();
if (!customElements.get('tuplepack-playground')) customElements.define('tuplepack-playground', TuplepackPlayground);

/**
 * `<tuplepack-playground preset="molhiv" limits="222,502">`: the playground in a shadow root, which isolates its styles
 * and keys. The attributes are the keys of a link and those of its own. It starts shortly before it scrolls into
 * view, follows its attributes and the theme around it, and keeps its state while it is moved.
 */
import { signal } from '@preact/signals';
import { type Mounted, mount, sectionsNamed } from '../app/app';
import type { CompactForm } from '../app/Compact';
import { type Theme, themeNamed } from '../app/theme';
import { attributeNames, dataNames } from '../options/share';
import type { Section } from '../state/state';
import { allAttributes, listed, warnOfMistakes } from './attributes';
import { sizeFrames } from './frame';
import { style } from './style';
import { followSurroundings } from './surroundings';

/** Pages have shortcuts of single keys, also for what is typed here. */
const keyEvents = ['keydown', 'keypress', 'keyup'];

class TuplepackPlayground extends HTMLElement {
  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #holder = document.createElement('div');
  /** what the page wrote into the element, until it starts */
  readonly #waiting = document.createElement('slot');
  readonly #how = {
    hide: signal<ReadonlySet<Section>>(new Set()),
    theme: signal<Theme>('auto'),
    compact: signal<CompactForm | null>(null),
    dark: signal(false),
  };
  readonly #view = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && this.#start(),
    { rootMargin: '100%' },
  );
  readonly #changes = new MutationObserver((changes) => this.#follow(changes));
  /** the attributes that were set before the data */
  #older: readonly string[] = [];
  #mounted: Mounted | undefined;
  #leave: (() => void) | undefined;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [style];
    this.#holder.append(this.#waiting);
    this.#root.append(this.#holder);
    // all the time: an observer that is disconnected forgets the changes it has not told yet, such as those just before a move
    this.#changes.observe(this, { attributeFilter: [...allAttributes] });
    for (const name of keyEvents) this.#root.addEventListener(name, (event) => event.stopPropagation());
  }

  #attributes(): [string, string][] {
    return attributeNames.flatMap((name) => {
      const value = this.getAttribute(name);
      return value === null ? [] : [[name, value]];
    });
  }

  /** Applies the attributes that change no state. */
  #show(): void {
    // temporal interactions have a module of their own, which would be a fifth of the script
    const { hide, theme, compact } = this.#how;
    hide.value = sectionsNamed([...listed(this.getAttribute('hide')), 'temporal']);
    theme.value = themeNamed(this.getAttribute('theme'));
    const given = this.getAttribute('compact') ?? 'off';
    const form = { page: this.getAttribute('page') ?? '', expand: () => this.removeAttribute('compact') };
    compact.value = ['off', 'false'].includes(given) ? null : form;
    this.#holder.classList.toggle('compact', compact.value !== null);
    const height = this.getAttribute('height') ?? '';
    this.#holder.style.minHeight = /^\d+$/.test(height) ? `${height}px` : height;
    const { scrollPaddingTop } = getComputedStyle(document.documentElement);
    if (/^[\d.]+px$/.test(scrollPaddingTop)) this.#holder.style.setProperty('--page-top', scrollPaddingTop);
    warnOfMistakes(this);
  }

  #follow(changes: readonly MutationRecord[]): void {
    this.#show();
    const changed = attributeNames.filter((name) => changes.some(({ attributeName }) => attributeName === name));
    if (changed.length === 0) return;
    const before = changed.some((name) => dataNames.includes(name)) ? attributeNames : this.#older;
    this.#older = before.filter((name) => !changed.includes(name));
    this.#mounted?.change(this.#attributes(), this.#older);
  }

  #start(): void {
    this.#view.disconnect();
    this.#waiting.remove();
    this.#mounted ??= mount(this.#holder, { attributes: this.#attributes(), ...this.#how });
  }

  #stop(): void {
    this.#view.disconnect();
    this.#mounted?.unmount();
    this.#mounted = undefined;
    this.#holder.append(this.#waiting);
  }

  connectedCallback(): void {
    this.#show();
    this.#leave = followSurroundings(this, this.#how.dark);
    if (!this.#mounted) this.#view.observe(this);
  }

  disconnectedCallback(): void {
    this.#leave?.();
    // an element that is moved is back at once
    setTimeout(() => this.isConnected || this.#stop());
  }
}

sizeFrames();
if (!customElements.get('tuplepack-playground')) customElements.define('tuplepack-playground', TuplepackPlayground);

import './panel.css';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A view, named by its heading, with a line of help. */
export function Panel({ heading, help, children }: { heading: string; help: string; children: ComponentChildren }) {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{heading}</h2>
        <p>{help}</p>
      </header>
      {children}
    </section>
  );
}

import './panel.css';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Region } from './Region';

/** A view, named by its heading, with a line of help. */
export function Panel({ heading, help, children }: { heading: string; help: string; children: ComponentChildren }) {
  const id = useId();
  return (
    <Region class="stack panel" aria-labelledby={id}>
      <div class="heading">
        <h2 id={id}>{heading}</h2>
        <p>{help}</p>
      </div>
      {children}
    </Region>
  );
}

/** A figure with its name and a line of help, inside `<dl class="tiles">`. */
export function Tile({ name, value, help, good }: { name: string; value: string; help?: string; good?: boolean }) {
  return (
    <div class="tile">
      <dt>{name}</dt>
      <dd class={good ? 'tile-value good' : 'tile-value'}>{value}</dd>
      {help && <dd class="tile-help">{help}</dd>}
    </div>
  );
}

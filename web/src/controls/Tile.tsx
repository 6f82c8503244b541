import './controls.css';

/** A figure with its name and a line of help, inside `<dl class="tiles">`. */
export function Tile({ name, value, help, good }: { name: string; value: string; help?: string; good?: boolean }) {
  return (
    <div class="tile">
      <dt>{name}</dt>
      <dd class={good ? 'tile-value tile-good' : 'tile-value'}>{value}</dd>
      {help && <dd class="tile-help">{help}</dd>}
    </div>
  );
}

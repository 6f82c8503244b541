import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useDrop } from '../../controls/useDrop';
import { availablePresets } from '../../data/sources';
import { dataText } from '../../data/words';
import { choosePreset } from '../../store/choose';
import type { Store } from '../../store/store';
import { hasChoice } from './DataColumns';
import { DataPanel } from './DataPanel';
import { type Example, examples } from './examples';
import { dataBarText as text } from './words';
import './data.css';

/** Data sets to try, each as a picture of its kind. */
function Examples({ store }: { store: Store }) {
  const { data } = store.state.value;
  const choose = ({ preset }: Example) => {
    const found = availablePresets.find(({ name }) => name === preset);
    if (found) store.update(choosePreset(found));
  };
  const shown = examples.filter(({ preset }) => availablePresets.some(({ name }) => name === preset));
  return (
    <fieldset class="data-examples" aria-label={text.examples}>
      {shown.map((example) => (
        <button
          key={example.preset}
          type="button"
          aria-pressed={data.kind === 'preset' && data.name === example.preset}
          onClick={() => choose(example)}
        >
          <svg viewBox="0 0 32 20" width="32" height="20" aria-hidden="true">
            {example.lines && <path class="data-picture-lines" d={example.lines} />}
            {example.shapes && <path class="data-picture-shapes" d={example.shapes} />}
          </svg>
          {text.names[example.preset]}
        </button>
      ))}
    </fieldset>
  );
}

/** The loaded data, or the progress of loading. */
function DataStatus({ store }: { store: Store }) {
  const { value, error, running, progress } = store.loaded.value;
  if (running) {
    return (
      <p class="data-status">
        <progress aria-label={dataText.reading} {...(progress === null ? {} : { value: progress })} />
        <button type="button" aria-label={dataText.cancelHelp} onClick={() => store.cancel('loaded')}>
          {dataText.cancel}
        </button>
      </p>
    );
  }
  return (
    <p class="data-status" role="status">
      {value && !error && (
        <>
          {dataText.loaded(value.title, value.stats.items, value.stats.bins)}{' '}
          <small>{value.histogram.components.join(', ')}</small>
        </>
      )}
    </p>
  );
}

/** Loads dropped files, or else text. */
function take(transfer: DataTransfer, store: Store): void {
  const dropped = transfer.getData('text/plain');
  if (transfer.files.length > 0) store.open([...transfer.files]);
  else if (dropped !== '') store.update({ data: { kind: 'text', text: dropped, name: '' } });
}

/** The data in one line, and what it takes to change them: open while there are none or something has to be chosen. */
export function DataBar({ store }: { store: Store }) {
  const id = useId();
  const bar = useRef<HTMLElement>(null);
  const over = useDrop(bar, (transfer) => take(transfer, store));
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const { value, error } = store.loaded.value;
  const needed = value === null || error !== null;
  const open = opened || needed || hasChoice(store.columns.value, store.state.value);
  useLayoutEffect(() => {
    const root = panel.current?.getRootNode() as Document | ShadowRoot;
    if (!open && panel.current?.contains(root.activeElement)) button.current?.focus();
  }, [open]);
  return (
    <section ref={bar} class="data-bar" aria-label={dataText.title}>
      {over && (
        <p class="data-over" role="status">
          {dataText.over}
        </p>
      )}
      <Examples store={store} />
      <div class="data-line">
        <DataStatus store={store} />
        <button
          ref={button}
          type="button"
          aria-expanded={open}
          aria-controls={id}
          disabled={needed}
          onClick={() => setOpened(!open)}
        >
          {open ? text.close : text.change}
        </button>
      </div>
      <div id={id} ref={panel} hidden={!open}>
        <DataPanel store={store} />
      </div>
    </section>
  );
}

import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../controls/buttons';
import { FilePicker } from '../../controls/Field';
import { counted } from '../../controls/format';
import { lazyPanel } from '../../controls/lazyPanel';
import { Region } from '../../controls/Region';
import { useDrop } from '../../controls/useDrop';
import { presets } from '../../data/presets';
import { available } from '../../data/sources';
import { choosePreset } from '../../store/choose';
import type { Store } from '../../store/store';
import { DropHint, LoadingStatus, Notes } from './DataFields';
import { DataPanel } from './DataPanel';

const RecordsContents = lazyPanel(async () => (await import('../contents/RecordsContents')).RecordsContents);
const DefinitionsList = lazyPanel(async () => (await import('../contents/DefinitionsList')).DefinitionsList);

/** A disc around a point. */
const disc = (x: number, y: number) => `M${x - 2.5} ${y}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z`;
/** A bar of a text. */
const bar = (x: number, y: number, width: number) => `M${x} ${y}h${width}v3h${-width}z`;

/** The data sets offered first, with a picture of their kind in a box of 32 × 20: lines are stroked, shapes filled. */
const examples: readonly { name: string; title: string; lines?: string; shapes: string }[] = [
  {
    name: 'molhiv',
    title: 'Molecules',
    lines: 'M5 10L11 4H18L23 10L18 16H11L5 10M23 10H29',
    shapes: [disc(5, 10), disc(11, 4), disc(18, 4), disc(23, 10), disc(18, 16), disc(11, 16), disc(29, 10)].join(''),
  },
  {
    name: 'wikipedia',
    title: 'Sentences',
    shapes: [bar(2, 2, 27), bar(2, 7, 14), bar(2, 12, 21), bar(2, 17, 8)].join(''),
  },
  {
    name: 'python_ast',
    title: 'Programs',
    lines: 'M16 3L8 10M16 3L24 10M8 10L4 17M8 10L12 17M24 10V17',
    shapes: [disc(16, 3), disc(8, 10), disc(24, 10), disc(4, 17), disc(12, 17), disc(24, 17)].join(''),
  },
  {
    name: 'azure_llm',
    title: 'LLM requests',
    shapes: [bar(2, 2, 18), bar(2, 7, 9), bar(14, 12, 16), bar(22, 17, 8)].join(''),
  },
];

const offered = examples.flatMap(({ name, ...picture }) => {
  const preset = available(presets).find((one) => one.name === name);
  return preset ? { preset, ...picture } : [];
});

/** Data sets to try, each as a picture of its kind. */
function Examples({ store }: { store: Store }) {
  const { data } = store.state.value;
  return (
    <fieldset class="data-examples" aria-label="Examples">
      {offered.map(({ preset, title, lines, shapes }) => (
        <Button
          key={title}
          class="row row-close"
          aria-pressed={data.kind === 'preset' && data.name === preset.name}
          onClick={() => store.update(choosePreset(preset))}
        >
          <svg viewBox="0 0 32 20" width="32" height="20" aria-hidden="true">
            {lines && <path class="data-picture-lines" d={lines} />}
            <path class="data-picture-shapes" d={shapes} />
          </svg>
          {title}
        </Button>
      ))}
    </fieldset>
  );
}

/** Where data of one's own come in. */
function OwnData({ store, onPaste }: { store: Store; onPaste: () => void }) {
  return (
    <div class="row data-own">
      <p>
        <strong>Drop your data here</strong>: sizes, a data set or a plan. Nothing leaves this browser.
      </p>
      <FilePicker label="Open files" multiple onFiles={store.open} />
      <Button onClick={onPaste}>Paste rows</Button>
    </div>
  );
}

/** Loads dropped files, or else text. */
function take(transfer: DataTransfer, store: Store): void {
  const dropped = transfer.getData('text/plain');
  if (transfer.files.length > 0) store.open([...transfer.files]);
  else if (dropped !== '') store.enter(dropped);
}

/** The data in one line, and what it takes to change them: open while there are none or they are in doubt. */
export function DataBar({ store }: { store: Store }) {
  const id = useId();
  const bar = useRef<HTMLElement>(null);
  const over = useDrop(bar, (transfer) => take(transfer, store));
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const { value, error } = store.loaded.value;
  const { columns, records } = store.contents.value;
  const definitions = store.definitions.state.value.value ?? [];
  const needed = value === null || error !== null;
  const open = opened || needed || columns.some(({ possibleCount }) => possibleCount);
  const paste = () => {
    setOpened(true);
    requestAnimationFrame(() => panel.current?.querySelector('textarea')?.focus());
  };
  useLayoutEffect(() => {
    const root = panel.current?.getRootNode() as Document | ShadowRoot;
    if (!open && panel.current?.contains(root.activeElement)) button.current?.focus();
  }, [open]);
  return (
    <Region ref={bar} class="stack" aria-label="Data">
      <DropHint over={over} />
      <div class="row data-start">
        <OwnData store={store} onPaste={paste} />
        <Examples store={store} />
      </div>
      <div class="row data-line">
        <LoadingStatus state={store.loaded.value} onCancel={() => store.cancel('loaded')}>
          {value && !error && (
            <>
              {value.title}: {counted(value.stats.items, 'item')} of {counted(value.stats.bins, 'size')}{' '}
              <small>{value.histogram.components.join(', ')}</small>
            </>
          )}
        </LoadingStatus>
        <Button ref={button} aria-expanded={open} aria-controls={id} disabled={needed} onClick={() => setOpened(!open)}>
          {open ? 'Close' : 'Change data'}
        </Button>
      </div>
      {value && !error && (
        <Notes
          notes={value.notes.map((note) =>
            note.replace('with --columns', open ? 'under Columns and format' : 'under Change data'),
          )}
        />
      )}
      {records && <RecordsContents store={store} records={records} />}
      {definitions.length > 0 && <DefinitionsList store={store} />}
      <div class="stack" id={id} ref={panel} hidden={!open}>
        <DataPanel store={store} />
      </div>
    </Region>
  );
}

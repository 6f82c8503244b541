import type { Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button, CopyText } from '../controls/buttons';
import { Options } from '../controls/Field';
import type { Store } from '../store/store';
import { useLink } from '../store/useLink';
import { type Theme, themeNamed, themes } from './theme';

/** Where the browser's own undo applies. */
const textFields = 'textarea, input:not([type="checkbox"], [type="file"], [type="range"])';
const holdsText = (target: EventTarget | undefined) => target instanceof Element && target.matches(textFields);

/**
 * Ctrl+Z undoes and Ctrl+Shift+Z or Ctrl+Y redoes, unless a text field has the focus. In embedding pages the keys only
 * work inside the playground.
 */
function useUndoKeys(store: Store, inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = inside.current?.getRootNode() ?? document;
    const onKey = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if ((key !== 'z' && key !== 'y') || holdsText(event.composedPath()[0])) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) store.redo();
      else store.undo();
    };
    root.addEventListener('keydown', onKey);
    return () => root.removeEventListener('keydown', onKey);
  }, [store, inside]);
}

/** Opens beside this page, which keeps what it holds. */
const Paper = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noreferrer">
    {children}
  </a>
);

/** A dialog that explains the page. */
function Help({ linked }: Pick<Props, 'linked'>) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        Help
      </Button>
      <dialog ref={dialog} class="stack header-help" aria-labelledby={id}>
        <h2 id={id}>About this page</h2>
        <p>
          Accelerators that need fixed shapes pad every sequence or graph to the largest size and compute on the padding
          too. Packing puts several items into one shape, so that little of it is padding.
        </p>
        <p>
          Load data and set the capacity of a pack: a limit per component, such as nodes and edges, and optionally a
          depth, the maximum number of items per pack. The plan lists which sizes share a pack and how many packs use
          each combination.
        </p>
        <p>
          Efficiency is the share of the capacity that is filled with data. The lower bound is proven: every plan needs
          at least that many packs. If the gap is zero, the plan is optimal.
        </p>
        <p>
          The methods are those of papers on packing <Paper href="https://arxiv.org/abs/2107.02027">sequences</Paper>{' '}
          and <Paper href="https://arxiv.org/abs/2209.06354">graphs</Paper>, and on{' '}
          <Paper href="https://doi.org/10.14778/3641204.3641215">temporal interactions</Paper>.
        </p>
        <p>Your data never leaves this browser.</p>
        {linked && (
          <p>
            All settings are stored in the page URL, so a result can be shared as a link. Files opened in this tab are
            kept in the browser for a day, so that a reload does not lose them.
          </p>
        )}
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </dialog>
    </>
  );
}

interface Props {
  store: Store;
  theme: Signal<Theme>;
  /** whether the URL of the page reflects the state */
  linked: boolean;
  /** switches between static data and temporal interactions; null: this page has one of them */
  mode: { temporal: boolean; onTemporal: (temporal: boolean) => void } | null;
}

function Modes({ temporal, onTemporal }: NonNullable<Props['mode']>) {
  return (
    <fieldset class="header-modes" aria-label="Kind of data">
      <Button aria-pressed={!temporal} onClick={() => onTemporal(false)}>
        Static data
      </Button>
      <Button aria-pressed={temporal} onClick={() => onTemporal(true)}>
        Temporal interactions
      </Button>
    </fieldset>
  );
}

const shareNotes = {
  data: '',
  nothing: 'The link contains only the settings, not the data.',
  sizes: 'The link contains the sizes and their counts, not the rows.',
};

/** Title, kind of data, undo and redo, link, theme and help. */
export function Header({ store, theme, linked, mode }: Props) {
  const header = useRef<HTMLDivElement>(null);
  useUndoKeys(store, header);
  const { url, carries } = useLink(store);
  const setTheme = (name: string) => {
    theme.value = themeNamed(name);
  };
  // an embedding page has headings and a header of its own
  const [Title, Frame] = linked ? (['h1', 'header'] as const) : (['p', 'div'] as const);
  return (
    <Frame class="row header" ref={header}>
      <div class="row header-title">
        <Title class="header-name">tuplepack</Title>
        <p>Fixed shapes with almost no padding</p>
      </div>
      <div class="header-bar">
        {mode && <Modes {...mode} />}
        <div class="row row-close header-actions">
          <Button title="Undo the last change (Ctrl+Z)" disabled={!store.canUndo.value} onClick={store.undo}>
            Undo
          </Button>
          <Button
            title="Redo the last undone change (Ctrl+Shift+Z)"
            disabled={!store.canRedo.value}
            onClick={store.redo}
          >
            Redo
          </Button>
          {linked && url && <CopyText label="Copy link" what="Link" content={url} note={shareNotes[carries]} />}
          <label class="row header-theme">
            <span>Theme</span>
            <select value={theme.value} onChange={(event) => setTheme(event.currentTarget.value)}>
              <Options names={themes} />
            </select>
          </label>
          <Help linked={linked} />
          {linked && location.protocol !== 'file:' && (
            <>
              <a href="docs/index.html">Docs</a>
              <a href="embed.html">Embed</a>
              <a href="tuplepack-playground.html" download title="This page as one file that works offline">
                Offline file
              </a>
            </>
          )}
        </div>
      </div>
    </Frame>
  );
}

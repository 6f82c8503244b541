import type { RefObject } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { CopyText } from '../controls/buttons';
import type { Store } from '../store/store';
import { useLink } from '../store/useLink';
import { type Theme, themes } from './theme';
import { headerText as text } from './words';

const withoutText = ['button', 'checkbox', 'file', 'radio', 'range', 'submit'];

/** Whether the browser's own undo applies. */
function holdsText(target: EventTarget | undefined): boolean {
  if (target instanceof HTMLInputElement) return !withoutText.includes(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

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

/** A dialog that explains the page. */
function Help({ linked }: Pick<Props, 'linked'>) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        {text.help}
      </button>
      <dialog ref={dialog} class="header-help" aria-labelledby={id}>
        <h2 id={id}>{text.helpTitle}</h2>
        {text.helpText.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {linked && <p>{text.helpLink}</p>}
        <button type="button" onClick={() => dialog.current?.close()}>
          {text.helpClose}
        </button>
      </dialog>
    </>
  );
}

interface Props {
  store: Store;
  theme: Theme;
  onTheme: (theme: Theme) => void;
  /** whether the URL of the page reflects the state */
  linked: boolean;
  /** switches between static data and temporal interactions; null: this page has one of them */
  mode: { temporal: boolean; onTemporal: (temporal: boolean) => void } | null;
}

function Modes({ temporal, onTemporal }: NonNullable<Props['mode']>) {
  return (
    <fieldset class="header-modes" aria-label={text.modes}>
      <button type="button" aria-pressed={!temporal} onClick={() => onTemporal(false)}>
        {text.staticMode}
      </button>
      <button type="button" aria-pressed={temporal} onClick={() => onTemporal(true)}>
        {text.temporalMode}
      </button>
    </fieldset>
  );
}

/** Title, kind of data, undo and redo, link, theme and help. */
export function Header({ store, theme, onTheme, linked, mode }: Props) {
  const header = useRef<HTMLElement>(null);
  useUndoKeys(store, header);
  const { url, carries } = useLink(store);
  const Title = linked ? 'h1' : 'p'; // an embedding page has headings of its own
  return (
    <header class="header" ref={header}>
      <div class="header-title">
        <Title class="header-name">{text.title}</Title>
        <p>{text.subtitle}</p>
      </div>
      {mode && <Modes {...mode} />}
      <div class="header-actions">
        <button type="button" title={text.undoHelp} disabled={!store.canUndo.value} onClick={() => store.undo()}>
          {text.undo}
        </button>
        <button type="button" title={text.redoHelp} disabled={!store.canRedo.value} onClick={() => store.redo()}>
          {text.redo}
        </button>
        {linked && url && (
          <CopyText
            label={text.share}
            what={text.shareWhat}
            content={url}
            {...(carries !== 'data' && { note: text.shareNotes[carries] })}
          />
        )}
        <label class="header-theme">
          <span>{text.theme}</span>
          <select value={theme} onChange={(event) => onTheme(event.currentTarget.value as Theme)}>
            {themes.map((name) => (
              <option key={name} value={name}>
                {text.themes[name]}
              </option>
            ))}
          </select>
        </label>
        <Help linked={linked} />
      </div>
    </header>
  );
}

import { useId, useRef } from 'preact/hooks';
import { CopyText } from '../controls/buttons';
import type { Store } from '../store/store';
import { useLink } from '../store/useLink';
import { headerText as text } from './headerWords';
import { type Theme, themes } from './theme';
import { useUndoKeys } from './useUndoKeys';
import './Header.css';

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

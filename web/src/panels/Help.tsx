import { useId, useRef } from 'preact/hooks';
import { headerText as text } from '../text/header';

/** What the page does, in four paragraphs. */
export function Help() {
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
        <button type="button" onClick={() => dialog.current?.close()}>
          {text.helpClose}
        </button>
      </dialog>
    </>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { CopyText } from '../../controls/buttons';
import type { Store } from '../../store/store';
import { embedSnippet } from './embedSnippet';
import { exportText as text } from './words';

/** The current state as HTML for another page. `linked`: this page is the site, which serves the script. */
export function ExportEmbed({ store, linked }: { store: Store; linked: boolean }) {
  const [snippet, setSnippet] = useState('');
  const state = store.state.value;
  useEffect(() => {
    let current = true;
    const site = linked && location.protocol.startsWith('http') ? location.href : '';
    embedSnippet(state, site).then((made) => current && setSnippet(made));
    return () => {
      current = false;
    };
  }, [state, linked]);
  return (
    <section class="export-group" aria-label={text.embed}>
      <h3>{text.embed}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section class="export-code" tabIndex={0} aria-label={text.embedText}>
        <pre>{snippet}</pre>
      </section>
      <p class="export-note">{state.data.kind === 'file' ? text.embedFile(state.data.name) : text.embedHelp}</p>
      <CopyText label={text.embedCopy} what={text.embedText} content={snippet} />
    </section>
  );
}

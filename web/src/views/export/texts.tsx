/** What is copied and pasted as text: code, commands, a link and HTML. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { CopyText, SaveButton } from '../../controls/buttons';
import { Field, SelectField } from '../../controls/Field';
import { histogramCsv } from '../../data/csv';
import type { Pool } from '../../engine/pool';
import { placed, resultOf } from '../../engine/refused';
import { type CommandName, commandNames, fromCommand, toCommand } from '../../options/command';
import { embedSnippet } from '../../options/share';
import { suggestRanges } from '../../state/ranges';
import { type PlanResult, roomOf } from '../../state/requests';
import type { State } from '../../state/state';
import type { Store } from '../../store/store';
import { useLink } from '../../store/useLink';
import { exportText as text } from './words';

/** The text that the latest `make` gives; empty before. */
function useText(make: () => Promise<string>): string {
  const [made, setMade] = useState('');
  useEffect(() => {
    let current = true;
    make().then((content) => current && setMade(content));
    return () => {
      current = false;
    };
  }, [make]);
  return made;
}

/** Code in a region that scrolls. */
function Code({ what, content }: { /** accessible name */ what: string; content: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="export-code" tabIndex={0} aria-label={what}>
      <pre>{content}</pre>
    </section>
  );
}

/** Python that loads the packs. */
export function LoaderCode({ store, pool, packed }: { store: Store; pool: Pool; packed: PlanResult }) {
  const frameworks = store.tables.value?.loaderFrameworks ?? [];
  const [chosen, setChosen] = useState('');
  const { name: framework = '', summary = '' } = frameworks.find(({ name }) => name === chosen) ?? frameworks[0] ?? {};
  const made = useCallback(async () => {
    if (!framework) return '';
    const request = { components: packed.histogram.components, ...roomOf(packed.request) };
    const { value, error } = await resultOf(pool.run('loaderCode', [framework, request]));
    return error ? `# ${error.message}\n` : value.value;
  }, [pool, framework, packed]);
  const code = useText(made);
  return (
    <>
      <SelectField
        label={text.framework}
        help={text.frameworkHelp(summary)}
        value={framework}
        names={frameworks.map(({ name }) => name)}
        onValue={setChosen}
      />
      <Code what={text.codeText} content={code} />
      <CopyText label={text.codeCopy} what={text.codeText} content={code} />
    </>
  );
}

/** The current settings as a command. */
export function Command({ store }: { store: Store }) {
  const [name, setName] = useState<CommandName>('pack');
  const state = store.state.value;
  const loaded = store.loaded.value.value;
  const components = loaded?.histogram.components ?? [];
  const ranges = loaded ? suggestRanges(loaded.stats, components.length) : [];
  const names = commandNames.filter((each) => each !== 'sweep' || ranges.length > 0);

  const isOneFile = !loaded || (loaded.parts.length === 1 && !loaded.isConverted);
  const written: State = isOneFile ? state : { ...state, data: { kind: 'file', name: text.sizesName } };
  const command = toCommand(name, written, components, ranges);
  return (
    <>
      <SelectField
        label={text.commandName}
        help={text.commandHelp}
        value={name}
        names={names}
        titles={text.commands}
        onValue={setName}
      />
      <pre class="export-command">{command}</pre>
      <CopyText label={text.commandCopy} what={text.commandText} content={command} />
      {!isOneFile && (
        <SaveButton
          label={text.sizes}
          help={loaded.isConverted ? text.commandParquet : text.commandParts}
          name={text.sizesName}
          type="text/csv"
          content={async () =>
            (loaded.parts.length === 1 ? loaded.parts[0]?.bytes : null) ?? histogramCsv(loaded.histogram)
          }
        />
      )}
    </>
  );
}

/** Applies the options of a pasted command. */
export function PasteCommand({ store }: { store: Store }) {
  const [draft, setDraft] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [done, setDone] = useState(false);
  const type = (typed: string) => {
    setDraft(typed);
    setWrong(undefined);
    setDone(false);
  };
  const apply = (event: Event) => {
    event.preventDefault();
    const { value, error } = fromCommand(draft, store.loaded.value.value?.histogram.components ?? []);
    if (value) store.update(value);
    setWrong(error && placed(error));
    setDone(!error);
  };
  return (
    <form class="export-paste" onSubmit={apply}>
      <Field label={text.pasted} help={text.pastedHelp(commandNames)} wrong={wrong}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            spellcheck={false}
            autocomplete="off"
            value={draft}
            onInput={(event) => type(event.currentTarget.value)}
          />
        )}
      </Field>
      <button type="submit" disabled={draft.trim() === ''}>
        {text.pastedUse}
      </button>
      <span role="status" class={wrong ? 'unseen' : ''}>
        {done ? text.pastedDone : wrong}
      </span>
    </form>
  );
}

/** A link to the current state. */
export function Link({ store }: { store: Store }) {
  const { url, carries } = useLink(store);
  return (
    <>
      <Field label={text.linkLabel} help={text.linkHelp}>
        {(control) => (
          <input {...control} type="text" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        )}
      </Field>
      {carries !== 'data' && <p class="export-note">{text.linkNotes[carries]}</p>}
      <CopyText label={text.linkCopy} what={text.linkLabel} content={url} />
    </>
  );
}

/** The current state as HTML for another page. `linked`: this page is the site, which serves the script. */
export function Embed({ store, linked }: { store: Store; linked: boolean }) {
  const state = store.state.value;
  const site = linked && location.protocol.startsWith('http') ? location.href : '';
  const snippet = useText(useCallback(() => embedSnippet(state, site), [state, site]));
  return (
    <>
      <Code what={text.embedText} content={snippet} />
      <p class="export-note">{state.data.kind === 'file' ? text.embedFile(state.data.name) : text.embedHelp}</p>
      <CopyText label={text.embedCopy} what={text.embedText} content={snippet} />
    </>
  );
}

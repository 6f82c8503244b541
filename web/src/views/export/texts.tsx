/** What is copied and pasted as text: code, commands, a link and HTML. */
import { useState } from 'preact/hooks';
import { CommandText, CopyText, SaveButton } from '../../controls/buttons';
import { CheckField, Field, SelectField } from '../../controls/Field';
import { Region } from '../../controls/Region';
import { useCalculated } from '../../controls/useCalculated';
import { placed, resultOf } from '../../engine/refused';
import { type CommandName, commandNames, fromCommand, toCommand } from '../../options/command';
import { embedSnippet, fileBeside } from '../../options/share';
import { suggestRanges } from '../../state/ranges';
import { type PlanResult, roomOf } from '../../state/requests';
import type { State } from '../../state/state';
import type { Store } from '../../store/store';
import { useLink } from '../../store/useLink';

/** Code in a region that scrolls. */
function Code({ what, content }: { /** accessible name */ what: string; content: string }) {
  return (
    // a region that scrolls must be reachable by keyboard
    <Region class="export-code" tabIndex={0} aria-label={what}>
      <pre>{content}</pre>
    </Region>
  );
}

/** Python that loads the packs. */
export function LoaderCode({ store, packed }: { store: Store; packed: PlanResult }) {
  const frameworks = store.tables.value?.loaderFrameworks ?? [];
  const [chosen, setChosen] = useState('');
  const { name: framework = '', summary = '' } = frameworks.find(({ name }) => name === chosen) ?? frameworks[0] ?? {};
  const make = async (signal: AbortSignal) => {
    const request = { components: packed.histogram.components, ...roomOf(packed.request) };
    const { value, error } = await resultOf(store.pool.run('loaderCode', [framework, request], { signal }));
    return error ? `# ${error.message}\n` : value.value;
  };
  const code = useCalculated((signal) => (framework ? make(signal) : null), [framework, packed]) ?? '';
  return (
    <>
      <SelectField
        label="Framework"
        help={`Loads the assignment above with these limits, as ${summary}.`}
        value={framework}
        names={frameworks.map(({ name }) => name)}
        onValue={setChosen}
      />
      <Code what="Code" content={code} />
      <CopyText label="Copy code" what="Code" content={code} />
    </>
  );
}

const summaries: Record<CommandName, string> = {
  pack: 'pack: this plan',
  compare: 'compare: all methods',
  bound: 'bound: lower bounds on the number of packs',
  estimate: 'estimate: speed-up',
  search: 'search: smallest limits for a target',
  sweep: 'sweep: grid of limits',
};

const sizesName = 'sizes.csv';

/** Why the command reads a file of sizes. */
const whySizes =
  'tuplepack records --sizes sizes.csv finds the sizes of the graphs in TFRecords. Or save them here as CSV:';

/** The state with a file of sizes in place of graphs in TFRecords, which only `records` reads. */
function writtenState({ state: { value: state }, loaded }: Store): State {
  return loaded.value.value?.convertedFrom ? { ...state, data: { kind: 'file', name: sizesName } } : state;
}

/** The current settings as a command. */
export function Command({ store }: { store: Store }) {
  const [name, setName] = useState<CommandName>('pack');
  const state = store.state.value;
  const loaded = store.loaded.value.value;
  const components = loaded?.histogram.components ?? [];
  const ranges = loaded ? suggestRanges(loaded.stats, components.length) : [];
  const names = commandNames.filter((each) => each !== 'sweep' || ranges.length > 0);

  const written = writtenState(store);
  const isConverted = written !== state;
  const files = isConverted ? [] : loaded?.parts.map((part) => part.name);
  const command = toCommand(name, written, components, ranges, files);
  return (
    <>
      <SelectField
        label="Subcommand"
        help="The current settings as a command; defaults are omitted."
        value={name}
        names={names}
        titles={summaries}
        onValue={setName}
      />
      <CommandText command={command} />
      {loaded && isConverted && (
        <SaveButton
          label="Sizes (CSV)"
          help={whySizes}
          name={sizesName}
          content={async () => loaded.parts[0]?.bytes ?? ''}
        />
      )}
    </>
  );
}

/** Applies the options of a pasted command. */
export function PasteCommand({ store }: { store: Store }) {
  const [draft, setDraft] = useState('');
  /** what is wrong with the command; empty: applied, null: not yet */
  const [outcome, setOutcome] = useState<string | null>(null);
  const type = (typed: string) => {
    setDraft(typed);
    setOutcome(null);
  };
  const apply = (event: Event) => {
    event.preventDefault();
    const components = store.loaded.value.value?.histogram.components ?? [];
    const { value, error } = fromCommand(draft, components, store.state.value);
    if (value) store.update(value);
    setOutcome(error ? placed(error) : '');
  };
  return (
    <form class="stack export-paste" onSubmit={apply}>
      <Field
        label="Paste a command"
        help={`${commandNames.slice(0, -1).join(', ')} or ${commandNames.at(-1)}. Its options are applied; the data is kept.`}
        wrong={outcome || undefined}
      >
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
        Apply
      </button>
      <span role="status" class={outcome ? 'unseen' : ''}>
        {outcome === '' ? 'Applied.' : outcome}
      </span>
    </form>
  );
}

const linkNotes = {
  nothing:
    'The link contains only the settings: the data is too large for a link, or comes from a local interaction file.',
  sizes: 'The link contains the sizes and their counts, not the rows, which are too large or in a local file.',
};

/** A link to the current state. */
export function Link({ store }: { store: Store }) {
  const { url, carries } = useLink(store);
  const label = 'Link to this page';
  return (
    <>
      <Field label={label} help="All settings are in the fragment after #, which browsers do not send to the server.">
        {(control) => (
          <input {...control} type="text" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        )}
      </Field>
      {carries !== 'data' && <p class="warn">{linkNotes[carries]}</p>}
      <CopyText label="Copy link to this page" what={label} content={url} />
    </>
  );
}

/** The current state as HTML for another page. `linked`: this page is the site, which serves the script. */
export function Embed({ store, linked }: { store: Store; linked: boolean }) {
  const state = writtenState(store);
  const beside = fileBeside(state);
  const site = linked && location.protocol.startsWith('http') ? location.href : '';
  const [compact, setCompact] = useState(false);
  const snippet = useCalculated(() => embedSnippet(state, site, compact), [state, site, compact]) ?? '';
  return (
    <>
      <Code what="HTML" content={snippet} />
      {beside && <p class="warn">Place the data next to the page, in one file, {beside}: the element fetches it.</p>}
      <p class="muted">
        For plain HTML, or Markdown that allows it. VitePress, Vue and Docusaurus load the script in their configuration
        instead of the page, and Vue has to know the element: see{' '}
        {site ? <a href="embed.html">Embed</a> : 'docs/embedding.md'}.
      </p>
      <CheckField
        label="Compact"
        help="A figure for a text: what packing gains, a picture and the limits."
        checked={compact}
        onChecked={setCompact}
      />
      <CopyText label="Copy HTML" what="HTML" content={snippet} />
    </>
  );
}

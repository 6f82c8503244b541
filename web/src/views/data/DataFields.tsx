/** What loading sizes and loading interactions have in common. */
import { Button } from '../../controls/buttons';
import './data.css';
import type { ComponentChildren } from 'preact';
import type { TuplepackError } from 'tuplepack';
import { type ControlProps, Field, FilePicker, Options } from '../../controls/Field';
import { type DataSet, presetOf } from '../../data/presets';
import { questionOf } from '../../data/readings';
import { placed } from '../../engine/refused';
import type { DataSource } from '../../state/state';
import type { AsyncState } from '../../store/runner';

/** Where data come from, and why they cannot be loaded. */
export interface Loading {
  source: DataSource;
  error: TuplepackError | null;
  /** what can be done about the error */
  ways?: ComponentChildren;
}

const longestBefore = 40;
const longestAfter = 60;

/** The line around an error, and the token that is wrong. The core counts columns from 1, in bytes of UTF-8. */
export function excerpt(line: string, column: number): [before: string, wrong: string, after: string] {
  const bytes = new TextEncoder().encode(line);
  const before = new TextDecoder().decode(bytes.subarray(0, Math.max(column - 1, 0)));
  const rest = line.slice(before.length);
  const [wrong = ''] = /^("[^"]*"|[^\s,;]*)/.exec(rest) ?? [];
  return [before.slice(-longestBefore), wrong, rest.slice(wrong.length, wrong.length + longestAfter)];
}

interface DataErrorProps {
  text?: string | undefined;
  error: TuplepackError;
  children?: ComponentChildren;
}

/** The error and its position; with the line of the text. */
export function DataError({ text, error, children }: DataErrorProps) {
  const line = error.line > 0 ? text?.split('\n')[error.line - 1] : undefined;
  const [before, wrong, after] = excerpt(line ?? '', error.column);
  return (
    <div class="stack data-error" role="alert">
      <p>{placed(questionOf(error).error)}</p>
      {line !== undefined && (
        <pre>
          {before}
          <mark>{wrong}</mark>
          {after}
        </pre>
      )}
      {children}
    </div>
  );
}

/** What was taken for granted, in the words of the page. */
export function Notes({ notes }: { notes: readonly string[] }) {
  return [...new Set(notes)].map((note) => (
    <small key={note} class="muted">
      Note: {note}.
    </small>
  ));
}

interface FieldProps {
  loading: Loading;
  label: string;
  help: string;
}

/** A field for some kinds of data sources, with their errors. */
export function SourceField({
  loading: { source, error, ways },
  kinds,
  children,
  ...words
}: FieldProps & {
  /** errors of such sources are shown here */
  kinds: readonly DataSource['kind'][];
  children: (control: ControlProps) => ComponentChildren;
}) {
  const wrong = kinds.includes(source.kind) ? error : null;
  return (
    <div class="stack data-field">
      <Field {...words}>{(control) => children(wrong ? { ...control, 'aria-invalid': true } : control)}</Field>
      {wrong && (
        <DataError text={source.kind === 'text' ? source.text : undefined} error={wrong}>
          {ways}
        </DataError>
      )}
    </div>
  );
}

interface PresetFieldProps<Set extends DataSet> {
  loading: Loading;
  kinds: readonly DataSource['kind'][];
  /** by label; without one if that is empty */
  groups: Readonly<Record<string, readonly Set[]>>;
  /** unless one is chosen, which has a description */
  help: string;
  onChoose: (set: Set) => void;
}

/** Selects a bundled data set. */
export function PresetField<Set extends DataSet>({ loading, kinds, groups, help, onChoose }: PresetFieldProps<Set>) {
  const sets = Object.values(groups).flat();
  const chosen = presetOf(loading.source, sets);
  const titles = Object.fromEntries(sets.map(({ name, title }) => [name, title]));
  const choose = (name: string) => {
    const set = sets.find((one) => one.name === name);
    if (set) onChoose(set);
  };
  return (
    <SourceField {...{ loading, kinds }} label="Data set" help={chosen?.description ?? help}>
      {(control) => (
        <select {...control} value={chosen?.name ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="" disabled>
            choose a data set
          </option>
          {Object.entries(groups).map(([label, some]) => {
            const options = <Options names={some.map(({ name }) => name)} titles={titles} />;
            return label ? (
              <optgroup key={label} label={label}>
                {options}
              </optgroup>
            ) : (
              options
            );
          })}
        </select>
      )}
    </SourceField>
  );
}

/** Selects files; they may be dropped, too. */
export function FileField({ help, onFiles, ...props }: FieldProps & { onFiles: (files: File[]) => void }) {
  const { source } = props.loading;
  const chosen = source.kind === 'file' ? `Selected: ${source.name}. Not uploaded.` : help;
  return (
    <SourceField {...props} kinds={['file']} help={chosen}>
      {(control) => <FilePicker control={control} label="Choose …" multiple onFiles={onFiles} />}
    </SourceField>
  );
}

/** While files are held over the window, in front of everything. */
export function DropHint({ over }: { over: boolean }) {
  return (
    over && (
      <p class="data-over" role="status">
        Drop to load the file
      </p>
    )
  );
}

interface LoadingStatusProps {
  state: AsyncState<unknown>;
  onCancel: () => void;
  children: ComponentChildren;
}

/** The progress of loading, or what is loaded. */
export function LoadingStatus({ state: { running, progress }, onCancel, children }: LoadingStatusProps) {
  return (
    <p class="row row-close data-status" {...(!running && { role: 'status' })}>
      {running ? (
        <>
          <progress aria-label="Loading" {...(progress === null ? {} : { value: progress })} />
          <Button aria-label="Cancel loading" onClick={onCancel}>
            Cancel
          </Button>
        </>
      ) : (
        children
      )}
    </p>
  );
}

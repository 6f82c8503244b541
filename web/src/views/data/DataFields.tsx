/** What loading sizes and loading interactions have in common. */
import './data.css';
import type { ComponentChildren } from 'preact';
import type { TuplepackError } from 'tuplepack';
import { type ControlProps, Field, FilePicker } from '../../controls/Field';
import { type DataSet, presetOf } from '../../data/presets';
import { placed } from '../../engine/refused';
import type { DataSource } from '../../state/state';
import type { AsyncState } from '../../store/runner';
import { dataPanelText as text } from './words';

/** Where data come from, and why they cannot be loaded. */
export interface Loading {
  source: DataSource;
  error: TuplepackError | null;
}

const longestBefore = 40;
const longestAfter = 60;

/** The position in the string of a 1-based column in bytes of UTF-8, as the core counts. */
function positionOf(line: string, column: number): number {
  const bytes = new TextEncoder().encode(line);
  return new TextDecoder().decode(bytes.subarray(0, Math.max(column - 1, 0))).length;
}

/** The line around an error, and the token that is wrong. */
export function excerpt(line: string, column: number): [before: string, wrong: string, after: string] {
  const begin = positionOf(line, column);
  const [wrong = ''] = /^("[^"]*"|[^\s,;]*)/.exec(line.slice(begin)) ?? [];
  return [
    line.slice(Math.max(begin - longestBefore, 0), begin),
    wrong,
    line.slice(begin + wrong.length).slice(0, longestAfter),
  ];
}

/** The error and its position; for pasted text with the line. */
function DataError({ source, error }: { source: DataSource; error: TuplepackError }) {
  const line = source.kind === 'text' && error.line > 0 ? source.text.split('\n')[error.line - 1] : undefined;
  const [before, wrong, after] = excerpt(line ?? '', error.column);
  return (
    <div class="data-error" role="alert">
      <p>{placed(error)}</p>
      {line !== undefined && (
        <pre>
          {before}
          <mark>{wrong}</mark>
          {after}
        </pre>
      )}
    </div>
  );
}

/** A field for some kinds of data sources, with their errors. */
export function SourceField({
  loading: { source, error },
  kinds,
  label,
  help,
  children,
}: {
  loading: Loading;
  /** errors of such sources are shown here */
  kinds: readonly DataSource['kind'][];
  label: string;
  help: string;
  children: (control: ControlProps) => ComponentChildren;
}) {
  const wrong = kinds.includes(source.kind) ? error : null;
  return (
    <div class="data-field">
      <Field label={label} help={help}>
        {(control) => children(wrong ? { ...control, 'aria-invalid': true } : control)}
      </Field>
      {wrong && <DataError source={source} error={wrong} />}
    </div>
  );
}

/** Selects a bundled data set. */
export function PresetField<Set extends DataSet>({
  loading,
  kinds,
  groups,
  help,
  onChoose,
}: {
  loading: Loading;
  kinds: readonly DataSource['kind'][];
  /** by label; without one if that is empty */
  groups: Readonly<Record<string, readonly Set[]>>;
  /** unless one is chosen, which has a description */
  help: string;
  onChoose: (set: Set) => void;
}) {
  const sets = Object.values(groups).flat();
  const chosen = presetOf(loading.source, sets);
  const choose = (name: string) => {
    const set = sets.find((one) => one.name === name);
    if (set) onChoose(set);
  };
  return (
    <SourceField {...{ loading, kinds }} label={text.preset} help={chosen?.description ?? help}>
      {(control) => (
        <select {...control} value={chosen?.name ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="" disabled>
            {text.presetNone}
          </option>
          {Object.entries(groups).map(([label, some]) => {
            const options = some.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ));
            return label === '' ? (
              options
            ) : (
              <optgroup key={label} label={label}>
                {options}
              </optgroup>
            );
          })}
        </select>
      )}
    </SourceField>
  );
}

/** Selects files; they may be dropped, too. */
export function FileField({
  loading,
  label,
  help,
  onFiles,
}: {
  loading: Loading;
  label: string;
  /** unless some are chosen */
  help: string;
  onFiles: (files: File[]) => void;
}) {
  const { source } = loading;
  return (
    <SourceField
      loading={loading}
      kinds={['file']}
      label={label}
      help={source.kind === 'file' ? text.fileChosen(source.name) : help}
    >
      {(control) => <FilePicker control={control} label={text.fileChoose} multiple onFiles={onFiles} />}
    </SourceField>
  );
}

/** While files are held over the window, in front of everything. */
export function DropHint({ over }: { over: boolean }) {
  return over ? (
    <p class="data-over" role="status">
      {text.over}
    </p>
  ) : null;
}

/** The progress of loading, or what is loaded. */
export function LoadingStatus({
  state: { running, progress },
  onCancel,
  children,
}: {
  state: AsyncState<unknown>;
  onCancel: () => void;
  children: ComponentChildren;
}) {
  if (!running) {
    return (
      <p class="data-status" role="status">
        {children}
      </p>
    );
  }
  return (
    <p class="data-status">
      <progress aria-label={text.reading} {...(progress === null ? {} : { value: progress })} />
      <button type="button" aria-label={text.cancelHelp} onClick={onCancel}>
        {text.cancel}
      </button>
    </p>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { CopyText } from '../../controls/buttons';
import { Field } from '../../controls/Field';
import type { Store } from '../../store/store';
import type { PlanExporter } from './planExporter';
import { exportText as text } from './words';

/** Python that loads the packs. */
export function ExportCode({ store, exporter }: { store: Store; exporter: PlanExporter }) {
  const frameworks = store.tables.value?.loaderFrameworks ?? [];
  const [chosen, setChosen] = useState('');
  const [code, setCode] = useState('');
  const framework = chosen || frameworks[0]?.name;
  const packed = store.packed.value.value;
  // The code depends on the plan, which the exporter reads.
  useEffect(() => {
    if (!framework) return;
    let current = true;
    exporter.loaderCode(framework).then(
      (made) => current && setCode(made),
      (refused: Error) => current && setCode(`# ${refused.message}\n`),
    );
    return () => {
      current = false;
    };
  }, [exporter, framework, packed]);
  return (
    <section class="export-group" aria-label={text.code}>
      <h3>{text.code}</h3>
      <Field label={text.framework} help={text.frameworkHelp}>
        {(control) => (
          <select {...control} value={framework ?? ''} onChange={(event) => setChosen(event.currentTarget.value)}>
            {frameworks.map(({ name, summary }) => (
              <option key={name} value={name} title={summary}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section class="export-code" tabIndex={0} aria-label={text.codeText}>
        <pre>{code}</pre>
      </section>
      <CopyText label={text.codeCopy} what={text.codeText} content={code} />
    </section>
  );
}

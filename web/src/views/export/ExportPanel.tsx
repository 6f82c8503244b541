import { useId } from 'preact/hooks';
import { CopyText, SaveButton } from '../../controls/buttons';
import { Field } from '../../controls/Field';
import { strategiesCsv } from '../../data/csv';
import type { Store } from '../../store/store';
import { useLink } from '../../store/useLink';
import { CheckPlan } from './CheckPlan';
import { ExportAssignment } from './ExportAssignment';
import { ExportCode } from './ExportCode';
import { ExportCommand } from './ExportCommand';
import { ExportEmbed } from './ExportEmbed';
import { PasteCommand } from './PasteCommand';
import type { PlanExporter } from './planExporter';
import { exportText as text } from './words';
import './ExportPanel.css';

/** A link to the current state. */
function ExportLink({ store }: { store: Store }) {
  const { url, carries } = useLink(store);
  if (!url) return null;
  return (
    <section class="export-group" aria-label={text.link}>
      <h3>{text.link}</h3>
      <Field label={text.linkLabel} help={text.linkHelp}>
        {(control) => (
          <input {...control} type="text" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        )}
      </Field>
      {carries !== 'data' && <p class="export-note">{text.linkNotes[carries]}</p>}
      <CopyText label={text.linkCopy} what={text.linkLabel} content={url} />
    </section>
  );
}

/** Files, code, commands and, if the URL reflects the state (`linked`), a link. */
export function ExportPanel({ store, exporter, linked }: { store: Store; exporter: PlanExporter; linked: boolean }) {
  const id = useId();
  const packed = store.packed.value.value;
  return (
    <section class="export-panel" aria-labelledby={id}>
      <h2 id={id}>{text.title}</h2>
      {packed ? (
        <>
          {!store.isCurrent.value && <p class="export-note">{text.before}</p>}
          <section class="export-group" aria-label={text.files}>
            <h3>{text.files}</h3>
            <SaveButton
              label={text.plan}
              help={packed.certified ? `${text.planHelp} ${text.certificate(packed.bound.packs)}` : text.planHelp}
              name={text.planName}
              type="application/json"
              content={(signal) => exporter.planJson(signal)}
            />
            <SaveButton
              label={text.strategies}
              help={text.strategiesHelp}
              name={text.strategiesName}
              type="text/csv"
              content={async () => strategiesCsv(packed)}
            />
          </section>
          <ExportAssignment store={store} exporter={exporter} />
          <ExportCode store={store} exporter={exporter} />
        </>
      ) : (
        <p class="export-empty">{text.empty}</p>
      )}
      <section class="export-group" aria-label={text.command}>
        <h3>{text.command}</h3>
        <ExportCommand store={store} />
        <PasteCommand store={store} />
      </section>
      <CheckPlan store={store} check={exporter.checkPlan} />
      {linked && <ExportLink store={store} />}
      <ExportEmbed store={store} linked={linked} />
    </section>
  );
}

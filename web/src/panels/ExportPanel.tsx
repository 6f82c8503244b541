import { useId } from 'preact/hooks';
import { strategiesCsv } from '../export/csv';
import type { PlanExporter } from '../export/planExporter';
import type { Store } from '../store';
import { exportText as text } from '../text/export';
import { ExportAssignment } from './ExportAssignment';
import { ExportCode } from './ExportCode';
import { ExportCommand } from './ExportCommand';
import { ExportLink } from './ExportLink';
import { PasteCommand } from './PasteCommand';
import { SaveButton } from './SaveButton';
import './ExportPanel.css';

/** Everything that can leave: files, commands, code and, where the page has one (`linked`), a link. */
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
      {linked && <ExportLink store={store} />}
    </section>
  );
}

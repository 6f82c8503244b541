import { SaveButton } from '../../controls/buttons';
import { Field, NumberField } from '../../controls/Field';
import { choicesOf, rangeOf } from '../../store/coreTables';
import type { Store } from '../../store/store';
import type { PlanExporter } from './planExporter';
import { exportText as text } from './words';

const labels: Readonly<Record<string, string>> = text.orders;

/** Exports the assignment of items to packs, if rows are items. */
export function ExportAssignment({ store, exporter }: { store: Store; exporter: PlanExporter }) {
  const { order, seed } = store.state.value;
  if (!store.loaded.value.value?.hasItems) {
    return (
      <section class="export-group" aria-label={text.assignment}>
        <h3>{text.assignment}</h3>
        <p class="export-empty">{text.assignmentNone}</p>
      </section>
    );
  }
  return (
    <section class="export-group" aria-label={text.assignment}>
      <h3>{text.assignment}</h3>
      <div class="export-fields">
        <Field label={text.order} help={text.orderHelp}>
          {(control) => (
            <select {...control} value={order} onChange={(event) => store.update({ order: event.currentTarget.value })}>
              {choicesOf('order').map((name) => (
                <option key={name} value={name}>
                  {labels[name] ?? name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {order === 'shuffle' && (
          <NumberField
            label={text.seed}
            help={text.seedHelp}
            value={seed}
            {...rangeOf('seed')}
            onValue={(value, final) => store.update({ seed: value ?? 0 }, final)}
          />
        )}
      </div>
      <SaveButton
        label={text.assignmentSave}
        help={text.assignmentHelp}
        name={text.assignmentName}
        type="application/zip"
        content={(signal) => exporter.assignmentNpz(order, seed, signal)}
      />
    </section>
  );
}

import './ExportPanel.css';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Pool } from '../../engine/pool';
import type { Store } from '../../store/store';
import { Assignment, CheckPlan, PlanFiles } from './files';
import { Command, Embed, Link, LoaderCode, PasteCommand } from './texts';
import { exportText as text } from './words';

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="export-group" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Files, code, commands and, if the URL reflects the state (`linked`), a link. */
export function ExportPanel({ store, pool, linked }: { store: Store; pool: Pool; linked: boolean }) {
  const id = useId();
  const data = store.loaded.value.value;
  const packed = store.packed.value.value;
  const isShareable = location.protocol !== 'file:';
  return (
    <section class="export-panel" aria-labelledby={id}>
      <h2 id={id}>{text.title}</h2>
      {data && packed ? (
        <>
          {!store.isCurrent.value && <p class="export-note">{text.before}</p>}
          <Group title={text.files}>
            <PlanFiles {...{ pool, data, packed }} />
          </Group>
          <Group title={text.assignment}>
            <Assignment {...{ store, pool, data, packed }} />
          </Group>
          <Group title={text.code}>
            <LoaderCode {...{ store, pool, packed }} />
          </Group>
        </>
      ) : (
        <p class="export-empty">{text.empty}</p>
      )}
      <Group title={text.command}>
        <Command store={store} />
        <PasteCommand store={store} />
      </Group>
      <Group title={text.check}>
        <CheckPlan store={store} pool={pool} />
      </Group>
      {linked && isShareable && (
        <Group title={text.link}>
          <Link store={store} />
        </Group>
      )}
      <Group title={text.embed}>
        <Embed store={store} linked={linked} />
      </Group>
    </section>
  );
}
